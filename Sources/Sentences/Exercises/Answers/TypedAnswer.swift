import Language
import LanguageServices
import SentenceChecks

/// Compares what somebody has typed with what would be right.
struct TypedAnswer {
    private let folding: HeadwordFolding
    private let text: String

    init(_ text: String, language: LanguageTag?) {
        folding = HeadwordFolding(language: language?.language ?? "")
        self.text = HeadwordFolding.composed(AnswerKeys.start(of: text))
    }

    /// Case does not count and neither do spaces at the ends; accents make an answer that is almost right.
    func verdict(accepting accepted: [String]) -> Verdict {
        let own = Self.plain(text)
        guard !own.isEmpty else { return .wrong }
        if accepted.contains(where: { Self.plain(HeadwordFolding.composed($0)) == own }) { return .right }
        let key = folding.key(text)
        return !key.isEmpty && accepted.contains { folding.key($0) == key } ? .almost : .wrong
    }

    /// Whether the letters are the same in their order, whatever stands between them.
    func isSame(as accepted: [String]) -> Bool {
        let key = folding.key(text)
        return !key.isEmpty && accepted.contains { folding.key($0) == key }
    }

    private static func plain(_ text: String) -> [UInt8] {
        let words = text.lowercased().split(whereSeparator: \.isWhitespace)
        return Array(words.joined(separator: " ").replacing("’", with: "'").utf8)
    }
}
