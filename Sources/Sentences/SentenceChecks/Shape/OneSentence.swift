import Language
import LanguageServices

/// Looks whether a text is one whole sentence.
enum OneSentence {
    static func fault(of scalars: [Unicode.Scalar], language: String) -> SentenceFault? {
        guard let first = scalars.first(where: { !EndMarks.opening.contains($0) && !$0.properties.isWhitespace }) else {
            return SentenceFault(.oneSentence, "holds no word")
        }
        if scalars.contains(where: { "\n\r\u{2028}\u{2029}\u{85}\u{B}\u{C}".unicodeScalars.contains($0) }) {
            return SentenceFault(.oneSentence, "has more than one line")
        }
        if scalars.first?.properties.isWhitespace == true || scalars.last?.properties.isWhitespace == true {
            return SentenceFault(.oneSentence, "has white space around it")
        }
        if hasDoubledSpace(scalars) { return SentenceFault(.oneSentence, "has two spaces in a row") }
        if first.properties.isLowercase, startsWithCapital(language) {
            return SentenceFault(.oneSentence, "does not begin with a capital")
        }
        guard endsWell(scalars, language) else { return SentenceFault(.oneSentence, "does not end with an end mark") }
        if let mark = openMark(scalars) { return SentenceFault(.oneSentence, "opens \(mark) and does not close it") }
        let count = count(scalars, language: language)
        return count == 1 ? nil : SentenceFault(.oneSentence, "is \(count) sentences")
    }

    /// How many sentences a text is; direct speech is part of the sentence around it.
    static func count(_ scalars: [Unicode.Scalar], language: String) -> Int {
        var count = 0
        for range in TextSegmenter(language: language).sentences(in: scalars) {
            let letters = scalars[range].drop { !$0.properties.isAlphabetic && !("0"..."9").contains($0) }
            // What has no letter is the rest of the sentence before: a quotation mark, an exclamation mark more.
            guard let first = letters.first else { continue }
            // *"Stop!" she said.*
            if count > 0, first.properties.isLowercase { continue }
            if count > 0, language == "es", endsInAbbreviation(scalars[..<range.lowerBound]) { continue }
            count += 1
        }
        return count
    }

    /// *EE. UU.*, *el Sr. Ruiz*: Spanish has a capital behind some abbreviations.
    private static func endsInAbbreviation(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        var text = String.UnicodeScalarView()
        text.append(
            contentsOf: scalars.reversed().drop { $0.properties.isWhitespace }.prefix { !$0.properties.isWhitespace }
        )
        return ["EE.", "Sr.", "Sra.", "Dr.", "Dra."].contains(String(String(text).reversed()))
    }

    /// Languages write a capital at the start where their script has capitals; Georgian has them, but not there.
    private static func startsWithCapital(_ language: String) -> Bool { language != "ka" }

    private static func hasDoubledSpace(_ scalars: [Unicode.Scalar]) -> Bool {
        zip(scalars, scalars.dropFirst()).contains { $0.properties.isWhitespace && $1.properties.isWhitespace }
    }

    private static func endsWell(_ scalars: [Unicode.Scalar], _ language: String) -> Bool {
        guard let last = scalars.last(where: { !EndMarks.closing.contains($0) }) else { return false }
        if EndMarks.all.contains(last) { return language == "el" || last != ";" }
        return EndMarks.absent.contains(language) && last.properties.isAlphabetic
    }

    /// A bracket or quotation mark without its other half, as in what was cut off.
    private static func openMark(_ scalars: [Unicode.Scalar]) -> String? {
        if scalars.filter({ $0 == "\"" }).count % 2 == 1 { return "a quotation mark" }
        for (open, close) in [("(", ")"), ("「", "」"), ("『", "』"), ("（", "）")] {
            let opened = scalars.filter { String($0) == open }.count
            if opened != scalars.filter({ String($0) == close }).count { return "a bracket or quotation mark" }
        }
        return nil
    }
}
