import DictionaryTranslation
import LanguageServices

/// The translations for a key. Each word is listed once per headword spelling and part of speech.
struct CandidateList {
    /// The position of a translation.
    struct Location {
        var entry: Int
        var sense: Int
        /// The index among the translations of the sense.
        var position: Int
    }

    /// A translation with the evidence of its entries.
    struct Candidate {
        var translation: RankedTranslation
        /// The text without brackets, articles and infinitive markers.
        var plain: String
        /// See ``Evidence``.
        var evidence: Double
        /// The number of senses that contain it.
        var repetitions = 1
        /// The minimum or maximum over its occurrences.
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
    /// The index of each candidate; used when a linear search would be slow.
    private var indices: [Identity: Int] = [:]
    private var identities: [Identity] = []

    /// Adds a translation, or merges it into an existing one.
    ///
    /// - Parameters:
    ///   - bare: Its text without brackets and placeholders, which become labels.
    ///   - plain: The same text without articles and infinitive markers; equal for all spellings of a word.
    ///   - inexactness: The value of ``HeadwordExactness`` for the entry.
    ///   - merit: The value of ``EntryRanking`` for the location.
    mutating func add(
        _ word: TranslatedWord,
        bare: String,
        plain: String,
        at location: Location,
        of keyed: KeyedEntry,
        inexactness: Double,
        merit: Double = 0
    ) {
        guard keyed.entry.senses.indices.contains(location.sense) else { return }
        let sense = keyed.entry.senses[location.sense]
        let part = sense.partOfSpeech ?? keyed.entry.partsOfSpeech.first
        let marking = UsageMarks.against(word.labels) + UsageMarks.against(sense.labels) + keyed.marking
        // The weight is shared among the words in a sense.
        let weight = 1 / (1 + 0.5 * Double(location.position))
        let candidate = Candidate(
            translation: RankedTranslation(
                word: word,
                partOfSpeech: part,
                score: 0,
                entry: location.entry,
                sense: location.sense
            ),
            plain: plain,
            evidence: weight / ((1 + 0.25 * Double(location.sense)) * (1 + marking)),
            examples: Double(sense.examples.count) * weight,
            references: Double(keyed.entry.seeAlso.count) * weight,
            position: location.position,
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
                for (index, identity) in identities.enumerated() { indices[identity] = index }
            } else if identities.count > Self.fewest {
                indices[identity] = all.count
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
        identities.count < Self.fewest ? identities.firstIndex(of: identity) : indices[identity]
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
        // Of two spellings of a word, keep the one without the article.
        if bare.utf8.count < translation.word.text.utf8.count { translation.word.text = bare }
    }
}

/// One of the entries for a key.
///
/// This is a class because values are passed around during ranking, and each copy of a struct would update the
/// reference counts of its many members.
final class KeyedEntry: Sendable {
    let offset: Int
    /// The parts of the entry that are needed for ranking. Forms and notes are omitted; for examples and references,
    /// only the count is kept.
    let entry: TranslationEntry
    let spelling: String
    let isForm: Bool
    /// The net weight of the entry's labels; see ``UsageMarks``.
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

/// The evidence from a headword's own entries, independent of other dictionaries.
///
/// Each occurrence of a translation counts 1 / ((1 + position / 2) (1 + sense / 4) (1 + marking)), with position and
/// sense from 0. The evidence for a translation is the sum over its occurrences. It is stored in the record, for voting
/// in the opposite dictionary. Since it does not depend on votes itself, the order in which two dictionaries are
/// imported does not matter.
struct Evidence {
    private var ofPart: [PartOfSpeech?: Double] = [:]
    private var sum = 0.0

    init(_ candidates: [CandidateList.Candidate]) {
        for candidate in candidates {
            ofPart[candidate.translation.partOfSpeech, default: 0] += candidate.evidence
            sum += candidate.evidence
        }
    }

    /// Whether any entry has a part of speech.
    var hasParts: Bool { ofPart.keys.contains { $0 != nil } }

    /// The fraction of the evidence for a part of speech, from 0 to 1.
    func share(of part: PartOfSpeech?) -> Double {
        sum > 0 ? (ofPart[part] ?? 0) / sum : 0
    }
}

/// How far an entry is from being an entry for the looked-up word.
enum HeadwordExactness {
    /// The inexactness of each entry for a key; 0 means that the entry is for the word itself.
    ///
    /// - An entry that has the key only as a form of its headword is less exact.
    /// - An entry may have a longer pronunciation that begins with the pronunciation of another entry for the same
    ///   headword. Such an entry is for an expression whose other words were lost when the dictionary was created:
    ///   alongside *go* /gou/, the entry *go* /goubæk/ is actually *go back*.
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
