import Language
import LanguageServices

/// A Japanese text made ready for espeak-ng, which reads kana and no Chinese characters.
struct JapaneseText: Sendable {
    /// The text with its words in kana and spaces between them.
    private(set) var scalars: [PositionedScalar]

    /// The words by which it is marked; empty when it stays as it is.
    private(set) var words: [Range<Int>] = []

    /// What the user should know.
    private(set) var notice: String?

    /// Reads a text through MeCab, when that is installed.
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
            // Kana are read all the same.
            guard source.contains(where: JapaneseWord.isKanji) else { return }
            notice =
                "the Chinese characters of this text cannot be read: \(error.message)"
                + (error.remedy.map { "; \($0)" } ?? "")
        }
    }

    private mutating func replace(_ words: [JapaneseWord], in source: [Unicode.Scalar]) {
        var result: [PositionedScalar] = []
        var place = 0
        for word in words {
            for offset in place..<word.range.lowerBound { result.append(PositionedScalar(source[offset], offset)) }
            place = word.range.upperBound
            let start = word.range.lowerBound
            if word.isEnding, let last = self.words.last {
                self.words[self.words.count - 1] = last.lowerBound..<place
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
        for offset in place..<source.count { result.append(PositionedScalar(source[offset], offset)) }
        scalars = result
    }
}
