import DictionaryTranslation
import LanguageServices

/// The translations of a key, each word once for a spelling of the headword and a part of speech.
struct CandidateList {
    /// Where a translation stands.
    struct Place {
        var entry: Int
        var sense: Int
        /// Among the translations of the sense.
        var position: Int
    }

    /// A translation, and what its entries say for it.
    struct Candidate {
        var translation: RankedTranslation
        /// The text without brackets, articles and the like.
        var plain: String
        /// See ``Evidence``.
        var evidence: Double
        /// How many senses have it.
        var repetitions = 1
        /// The least and the most of what its places have.
        var examples: Double
        var references: Double
        var position: Int
        var synonyms: Int
        var marking: Double
        var commonness: Double
        var inexactness: Double
        /// See ``EntryRanking``.
        var merit: Double
    }

    private struct Identity: Hashable {
        var spelling: String
        var part: PartOfSpeech?
        var text: String
    }

    private(set) var all: [Candidate] = []
    /// Where each is, once there are so many that looking at all of them would take long.
    private var places: [Identity: Int] = [:]
    private var identities: [Identity] = []

    /// Adds a translation, or what it adds to one that is there.
    ///
    /// - Parameters:
    ///   - bare: Its text without brackets and placeholders, which go to its labels.
    ///   - plain: The same without articles and marks of verbs, which two spellings of one word share.
    ///   - inexactness: What ``HeadwordExactness`` says of the entry.
    ///   - merit: What ``EntryRanking`` says of the place.
    mutating func add(
        _ word: TranslatedWord,
        bare: String,
        plain: String,
        at place: Place,
        of keyed: KeyedEntry,
        inexactness: Double,
        merit: Double = 0
    ) {
        guard keyed.entry.senses.indices.contains(place.sense) else { return }
        let sense = keyed.entry.senses[place.sense]
        let part = sense.partOfSpeech ?? keyed.entry.partsOfSpeech.first
        let marking = UsageMarks.against(word.labels) + UsageMarks.against(sense.labels) + keyed.marking
        // What many words share is the smaller for each.
        let weight = 1 / (1 + 0.5 * Double(place.position))
        let candidate = Candidate(
            translation: RankedTranslation(
                word: word,
                partOfSpeech: part,
                score: 0,
                entry: place.entry,
                sense: place.sense
            ),
            plain: plain,
            evidence: weight / ((1 + 0.25 * Double(place.sense)) * (1 + marking)),
            examples: Double(sense.examples.count) * weight,
            references: Double(keyed.entry.seeAlso.count) * weight,
            position: place.position,
            synonyms: sense.translations.count,
            marking: marking,
            commonness: keyed.commonness,
            inexactness: inexactness,
            merit: merit
        )
        let identity = Identity(spelling: keyed.spelling, part: part, text: plain)
        if let known = known(identity) {
            all[known].merge(candidate, bare: bare)
        } else {
            identities.append(identity)
            if identities.count == Self.fewest {
                for (place, identity) in identities.enumerated() { places[identity] = place }
            } else if identities.count > Self.fewest {
                places[identity] = all.count
            }
            all.append(candidate)
            if bare != word.text {
                all[all.count - 1].translation.word.text = bare
                if !word.labels.contains(word.text) { all[all.count - 1].translation.word.labels.append(word.text) }
            }
        }
    }

    private static let fewest = 24

    private func known(_ identity: Identity) -> Int? {
        identities.count < Self.fewest ? identities.firstIndex(of: identity) : places[identity]
    }
}

extension CandidateList.Candidate {
    fileprivate mutating func merge(_ other: Self, bare: String) {
        evidence += other.evidence
        repetitions += 1
        examples = max(examples, other.examples)
        references = max(references, other.references)
        position = min(position, other.position)
        synonyms = min(synonyms, other.synonyms)
        marking = min(marking, other.marking)
        commonness = max(commonness, other.commonness)
        inexactness = min(inexactness, other.inexactness)
        merit = max(merit, other.merit)
        // Of two spellings of a word, the one without the article.
        if bare.utf8.count < translation.word.text.utf8.count { translation.word.text = bare }
    }
}

/// An entry among those of a key.
///
/// Ranking hands it about a lot, and its many texts and lists would be counted each time.
final class KeyedEntry: Sendable {
    let offset: Int
    /// The entry, with what ranking looks at: forms and notes are missing, and examples and references are there in their
    /// number and without their texts.
    let entry: TranslationEntry
    let spelling: String
    let isForm: Bool
    /// What the labels of the entry say against it, and for it; see ``UsageMarks``.
    let marking: Double
    let commonness: Double

    init(offset: Int, entry: TranslationEntry, spelling: String, isForm: Bool) {
        self.offset = offset
        self.entry = entry
        self.spelling = spelling
        self.isForm = isForm
        marking = UsageMarks.against(entry.labels)
        commonness = UsageMarks.common(entry.labels)
    }
}

/// What the entries of a headword have, apart from what other dictionaries say of it.
///
/// Each place of a translation counts 1 / ((1 + position / 2) (1 + sense / 4) (1 + marking)), position and sense from 0;
/// the evidence of a translation is the sum over its places. It is kept in the record, for votes of the opposite
/// dictionary: since it depends on no votes itself, it does not matter which of two dictionaries was imported first.
struct Evidence {
    private var ofPart: [PartOfSpeech?: Double] = [:]
    private var sum = 0.0

    init(_ candidates: [CandidateList.Candidate]) {
        for candidate in candidates {
            ofPart[candidate.translation.partOfSpeech, default: 0] += candidate.evidence
            sum += candidate.evidence
        }
    }

    /// Whether some say what kind of word the headword is.
    var hasParts: Bool { ofPart.keys.contains { $0 != nil } }

    /// The part of the evidence for a part of speech, from 0 to 1.
    func share(of part: PartOfSpeech?) -> Double {
        sum > 0 ? (ofPart[part] ?? 0) / sum : 0
    }
}

/// How far an entry is from being one of the word that is looked up.
enum HeadwordExactness {
    /// For each entry of a key a number from 0, which is the word itself.
    ///
    /// - A form of the headword counts less than the headword.
    /// - An entry whose pronunciation begins with that of another entry of the same headword and goes on is one of an
    ///   expression that lost its other words when the dictionary was made: *go* /goubæk/ beside *go* /gou/.
    static func inexactness(of entries: [KeyedEntry]) -> [Double] {
        entries.map { keyed in
            if keyed.isForm { return 2 }
            guard entries.count > 1, let own = keyed.entry.pronunciations.first else { return 0 }
            let isLonger = entries.contains { other in
                guard other.entry.headword == keyed.entry.headword, let first = other.entry.pronunciations.first else {
                    return false
                }
                return !first.isEmpty && own.utf8.count > first.utf8.count + 1 && own.utf8.starts(with: first.utf8)
            }
            return isLonger ? 1 : 0
        }
    }
}
