import Language
import LanguageServices

extension DictionaryLookup {
    /// The longest headword of several words in a text, if it is more than half of its words.
    ///
    /// A smaller part of a text says too little of it; that is for a gloss, or for who translates sentences.
    func expression(in text: String, _ partOfSpeech: PartOfSpeech?) throws -> LookupResult? {
        let scalars = Array(text.unicodeScalars)
        guard scalars.count <= 256 else { return nil }
        let words = TextSegmenter(language: language.text).words(in: scalars).filter { $0.kind == .word }
        guard (3...24).contains(words.count) else { return nil }
        for length in stride(from: words.count - 1, through: max(2, words.count / 2 + 1), by: -1) {
            for start in 0...(words.count - length) {
                let range = words[start].range.lowerBound..<words[start + length - 1].range.upperBound
                var view = String.UnicodeScalarView()
                view.append(contentsOf: scalars[range])
                let part = String(view)
                let hits = try hits(part)
                if let agreement = hits.agreement, agreement <= .accents {
                    return result(.expression, hits.own, partOfSpeech)
                }
                if var found = try lemma(part, forms: hits.forms, partOfSpeech), found.best.headword.contains(" ") {
                    found.step = .expression
                    return found
                }
            }
        }
        return nil
    }
}
