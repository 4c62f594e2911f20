import Language
import LanguageServices

/// Checks whether a text is one complete sentence.
enum SingleSentenceCheck {
    static func fault(of scalars: [Unicode.Scalar], language: String) -> SentenceFault? {
        guard let first = scalars.first(where: { !EndMarks.opening.contains($0) && !$0.properties.isWhitespace }) else {
            return SentenceFault(.oneSentence, "contains no word")
        }
        if scalars.contains(where: { "\n\r\u{2028}\u{2029}\u{85}\u{B}\u{C}".unicodeScalars.contains($0) }) {
            return SentenceFault(.oneSentence, "has more than one line")
        }
        if scalars.first?.properties.isWhitespace == true || scalars.last?.properties.isWhitespace == true {
            return SentenceFault(.oneSentence, "has white space around it")
        }
        if hasDoubledSpace(scalars) { return SentenceFault(.oneSentence, "has two spaces in a row") }
        // In scripts with capital letters, sentences begin with one; Georgian is the exception.
        if first.properties.isLowercase, language != "ka" {
            return SentenceFault(.oneSentence, "does not begin with a capital letter")
        }
        guard endsWell(scalars, language) else { return SentenceFault(.oneSentence, "has no end mark") }
        if let mark = openMark(scalars) { return SentenceFault(.oneSentence, "contains \(mark) that is not closed") }
        let count = count(scalars, language: language)
        return count == 1 ? nil : SentenceFault(.oneSentence, "is \(count) sentences")
    }

    /// The number of sentences in a text; direct speech is part of the surrounding sentence.
    static func count(_ scalars: [Unicode.Scalar], language: String) -> Int {
        var count = 0
        for range in TextSegmenter(language: language).sentences(in: scalars) {
            let letters = scalars[range].drop { !$0.properties.isAlphabetic && !("0"..."9").contains($0) }
            // A segment without letters, such as a quotation mark or another exclamation mark, is part of the preceding
            // sentence.
            guard let first = letters.first else { continue }
            // *"Stop!" she said.* is one sentence.
            if count > 0, first.properties.isLowercase { continue }
            if count > 0, language == "es", endsInAbbreviation(scalars[..<range.lowerBound]) { continue }
            count += 1
        }
        return count
    }

    /// Whether the text ends with an abbreviation. In Spanish, a capital letter may follow one: *EE. UU.*, *el Sr.
    /// Ruiz*.
    private static func endsInAbbreviation(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        let last = scalars.split(whereSeparator: \.properties.isWhitespace).last.map { String(scalars: $0) }
        return ["EE.", "Sr.", "Sra.", "Dr.", "Dra."].contains(last)
    }

    private static func hasDoubledSpace(_ scalars: [Unicode.Scalar]) -> Bool {
        zip(scalars, scalars.dropFirst()).contains { $0.properties.isWhitespace && $1.properties.isWhitespace }
    }

    private static func endsWell(_ scalars: [Unicode.Scalar], _ language: String) -> Bool {
        guard let last = scalars.last(where: { !EndMarks.closing.contains($0) }) else { return false }
        if EndMarks.all.contains(last) { return language == "el" || last != ";" }
        return EndMarks.absent.contains(language) && last.properties.isAlphabetic
    }

    /// An unpaired bracket or quotation mark, which indicates truncated text.
    private static func openMark(_ scalars: [Unicode.Scalar]) -> String? {
        if scalars.filter({ $0 == "\"" }).count % 2 == 1 { return "a quotation mark" }
        for (open, close) in [("(", ")"), ("「", "」"), ("『", "』"), ("（", "）")] {
            let opened = scalars.filter { String($0) == open }.count
            if opened != scalars.filter({ String($0) == close }).count { return "a bracket or quotation mark" }
        }
        return nil
    }
}

/// Sentence-final punctuation marks.
enum EndMarks {
    /// Full stops, question marks and exclamation marks in all scripts, and the ellipsis.
    static let all: Set<Unicode.Scalar> = Set(
        ".!?…‽。！？｡．؟۔।॥።፧։՞՜;\u{37E}។៕။᠃᠉྾།\u{1362}\u{1367}\u{61F}".unicodeScalars
    )

    /// Languages in whose script a sentence may end without punctuation.
    static let absent: Set<String> = ["th", "lo", "km", "my", "bo"]

    /// Marks that may follow sentence-final punctuation.
    static let closing: Set<Unicode.Scalar> = Set("\"'”’»«“‘›)]」』）】》".unicodeScalars)

    /// Marks that may precede the first letter.
    static let opening: Set<Unicode.Scalar> = Set("\"'“‘„‚«»‹(¿¡「『（—–-…".unicodeScalars)
}

/// Checks the length of a sentence.
enum SentenceLength {
    /// The maximum number of Unicode scalars.
    static let maximumScalars = 600

    /// The default range of words per sentence.
    static let usual = 2...40

    static func fault(of scalars: [Unicode.Scalar], language: String, words: ClosedRange<Int>?) -> SentenceFault? {
        guard scalars.count <= maximumScalars else {
            return SentenceFault(.length, "has more than \(maximumScalars) characters")
        }
        let count = count(scalars, language: language)
        let limits = words ?? usual
        if count.upperBound > limits.upperBound {
            return SentenceFault(.length, "has \(count.upperBound) words; the maximum is \(limits.upperBound)")
        }
        // If no limit is specified, a sentence may be as short as *Stop!*
        let fewest = words == nil ? 1 : limits.lowerBound
        if count.lowerBound < fewest {
            return SentenceFault(.length, "has \(count.lowerBound) words; the minimum is \(fewest)")
        }
        return nil
    }

    /// The word count according to ICU, and the count of words separated by spaces. They differ if the text contains
    /// detached punctuation marks or long numbers.
    static func count(_ scalars: [Unicode.Scalar], language: String) -> ClosedRange<Int> {
        let words = TextSegmenter(language: language).words(in: scalars).filter { $0.kind == .word }.count
        guard !UnspacedLanguages.contains(language) else { return words...words }
        let spaced = scalars.split { $0.properties.isWhitespace }.count
        return min(words, spaced)...max(words, spaced)
    }
}
