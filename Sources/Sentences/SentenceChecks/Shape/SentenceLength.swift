import Language
import LanguageServices

/// Looks how long a sentence is.
enum SentenceLength {
    /// How many scalars are looked at at all.
    static let mostScalars = 600

    /// How many words a sentence may have when nobody says.
    static let usual = 2...40

    static func fault(of scalars: [Unicode.Scalar], language: String, words: ClosedRange<Int>?) -> SentenceFault? {
        guard scalars.count <= mostScalars else {
            return SentenceFault(.length, "has more than \(mostScalars) characters")
        }
        let count = count(scalars, language: language)
        let limits = words ?? usual
        if count.upperBound > limits.upperBound {
            return SentenceFault(.length, "has \(count.upperBound) words, more than \(limits.upperBound)")
        }
        // What is asked for without a limit may be as short as *Stop!*
        let fewest = words == nil ? 1 : limits.lowerBound
        if count.lowerBound < fewest {
            return SentenceFault(.length, "has \(count.lowerBound) words, fewer than \(fewest)")
        }
        return nil
    }

    /// How many words there are, by ICU and by the spaces, which differ where a mark stands alone or a number has many.
    static func count(_ scalars: [Unicode.Scalar], language: String) -> ClosedRange<Int> {
        let words = TextSegmenter(language: language).words(in: scalars).filter { $0.kind == .word }.count
        guard !UnspacedLanguages.contains(language) else { return words...words }
        let spaced = scalars.split { $0.properties.isWhitespace }.count
        return min(words, spaced)...max(words, spaced)
    }
}
