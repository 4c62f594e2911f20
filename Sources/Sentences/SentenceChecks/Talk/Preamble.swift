import Language
import LanguageServices

/// Looks whether a text speaks about a sentence instead of being one: *Sure! Here is a sentence: …*
enum Preamble {
    static func fault(of text: String) -> SentenceFault? {
        let low = Talk.plain(text)
        if isLabelled(low) || isAnnounced(low) || Talk.remarks.contains(where: low.contains) || chats(low) {
            return SentenceFault(.preamble, "speaks about a sentence instead of being one")
        }
        if low.hasSuffix(":") || low.hasSuffix("：") { return SentenceFault(.preamble, "only announces what follows") }
        return nil
    }

    /// What there is of it in a text that may well speak about words and sentences, as an explanation does.
    static func fault(ofProse text: String) -> SentenceFault? {
        let low = Talk.plain(text)
        guard isLabelled(low) || isAnnounced(low) || chats(low) else { return nil }
        return SentenceFault(.preamble, "speaks to who asked for it")
    }

    /// *Sentence: …*, *Example 2: …*
    private static func isLabelled(_ text: String) -> Bool {
        guard let colon = text.firstIndex(where: { $0 == ":" || $0 == "：" }) else { return false }
        let label = text[..<colon].filter { !$0.isNumber && !$0.isWhitespace && $0 != "." }
        return Talk.names.contains(label) || Talk.labels.contains(label)
    }

    /// *Sure! …*, *Of course, here is…*, *Here is an example: …*
    private static func isAnnounced(_ text: String) -> Bool {
        for word in Talk.agreements where text.hasPrefix(word) {
            let rest = text.dropFirst(word.count)
            guard let mark = rest.first, "!,.:;".contains(mark) || mark == "—" || mark == "–" else { continue }
            if mark == "!" || mark == ":" || Talk.presenters.contains(where: { rest.contains($0) }) { return true }
        }
        guard text.contains(":") || text.contains("：") else { return false }
        return Talk.presenters.contains { text.hasPrefix($0) } && holdsName(text)
    }

    private static func holdsName(_ text: String) -> Bool {
        text.split { !$0.isLetter }.contains { Talk.names.contains(String($0)) } || text.contains("例文")
    }

    private static func chats(_ text: String) -> Bool { Talk.chatter.contains { text.contains($0) } }
}
