import DictionaryTranslation
import LanguageServices

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
