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
        /// See ``EditedOrder``.
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
    ///   - word: The translation.
    ///   - bare: Its text without brackets and placeholders, which go to its labels.
    ///   - plain: The same without articles and marks of verbs, which two spellings of one word share.
    ///   - place: Where it stands.
    ///   - keyed: Its entry.
    ///   - inexactness: What ``HeadwordExactness`` says of the entry.
    ///   - merit: What ``EditedOrder`` says of the place.
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
