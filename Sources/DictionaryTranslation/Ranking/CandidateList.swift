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

    /// A translation, and what speaks for it.
    struct Candidate {
        var item: RecordCoding.Item
        /// The text without brackets, articles and the like.
        var plain: String
        var richness = 0.0
        var marking: Double
        var extraWords: Int
        var inexactness: Double
    }

    private struct Identity: Hashable {
        var spelling: String
        var part: PartOfSpeech?
        var text: String
    }

    private(set) var all: [Candidate] = []
    private var places: [Identity: Int] = [:]

    /// Adds a translation, or what it adds to one that is there.
    ///
    /// - Parameters:
    ///   - word: The translation.
    ///   - bare: Its text without brackets and placeholders, which go to its labels.
    ///   - plain: The same without articles and marks of verbs, which two spellings of one word share.
    mutating func add(
        _ word: TranslatedWord,
        bare: String,
        plain: String,
        at place: Place,
        of keyed: KeyedEntry,
        inexactness: Double
    ) {
        guard keyed.entry.senses.indices.contains(place.sense) else { return }
        let sense = keyed.entry.senses[place.sense]
        let part = sense.partOfSpeech ?? keyed.entry.partsOfSpeech.first
        let marking = UsageMarks.weight(word.labels + sense.labels + keyed.entry.labels)
        let evidence = Float(
            1 / ((1 + 0.5 * Double(place.position)) * (1 + 0.25 * Double(place.sense)) * (1 + marking))
        )
        let richness = Double(sense.examples.count * 2 + keyed.entry.seeAlso.count) / (1 + 0.5 * Double(place.position))
        let identity = Identity(spelling: keyed.spelling, part: part, text: plain)
        if let known = places[identity] {
            all[known].item.evidence += evidence
            all[known].richness = max(all[known].richness, richness)
            all[known].marking = min(all[known].marking, marking)
            all[known].inexactness = min(all[known].inexactness, inexactness)
            all[known].item.translation.word.prefer(bare)
            return
        }
        places[identity] = all.count
        var shown = word
        if bare != word.text {
            shown.text = bare
            if !shown.labels.contains(word.text) { shown.labels.append(word.text) }
        }
        all.append(
            Candidate(
                item: RecordCoding.Item(
                    translation: RankedTranslation(
                        word: shown,
                        partOfSpeech: part,
                        score: 0,
                        entry: place.entry,
                        sense: place.sense
                    ),
                    keyHash: 0,
                    evidence: evidence
                ),
                plain: plain,
                richness: richness,
                marking: marking,
                extraWords: bare.utf8.count { $0 == UInt8(ascii: " ") },
                inexactness: inexactness
            )
        )
    }
}

extension TranslatedWord {
    /// Takes a shorter spelling of the same word: without an article that one entry has and another has not.
    fileprivate mutating func prefer(_ other: String) {
        if other.utf8.count < text.utf8.count { text = other }
    }
}
