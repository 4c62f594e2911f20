import Language
import LanguageServices

/// A Japanese text that is prepared for espeak-ng, which reads kana but not kanji.
struct JapaneseText: Sendable {
    /// The text with its words in kana, separated by spaces.
    private(set) var scalars: [PositionedScalar]

    /// The word ranges for marks; empty if the text is unchanged.
    private(set) var words: [Range<Int>] = []

    /// A notice for the user.
    private(set) var notice: String?

    /// Converts a text to kana with MeCab, if it is installed.
    ///
    /// - Throws: `ServiceError.Code.cancelled`.
    init(_ text: String, reader: MeCab) throws(ServiceError) {
        scalars = PositionedScalar.all(of: text)
        let source = scalars.map(\.scalar)
        do throws(ServiceError) {
            let words = try reader.words(of: source)
            guard !words.isEmpty else { return }
            replace(words, in: source)
        } catch {
            if error.code == .cancelled { throw error }
            // A text without kanji needs no conversion.
            guard source.contains(where: JapaneseWord.isKanji) else { return }
            notice =
                "the kanji in this text cannot be read: \(error.message)"
                + (error.remedy.map { "; \($0)" } ?? "")
        }
    }

    private mutating func replace(_ words: [JapaneseWord], in source: [Unicode.Scalar]) {
        var result: [PositionedScalar] = []
        var position = 0
        for word in words {
            for offset in position..<word.range.lowerBound { result.append(PositionedScalar(source[offset], offset)) }
            position = word.range.upperBound
            let start = word.range.lowerBound
            if word.isEnding, let last = self.words.last {
                self.words[self.words.count - 1] = last.lowerBound..<position
            } else {
                if !result.isEmpty { result.append(PositionedScalar(" ", start)) }
                self.words.append(word.range)
            }
            if let kana = word.kana {
                result += kana.unicodeScalars.map { PositionedScalar($0, start) }
            } else {
                result += word.range.map { PositionedScalar(source[$0], $0) }
            }
        }
        for offset in position..<source.count { result.append(PositionedScalar(source[offset], offset)) }
        scalars = result
    }
}
