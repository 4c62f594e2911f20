import Language

/// HTML entities as services write and read them.
enum Entities {
    /// A text with all markup characters escaped.
    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    /// Whether a text contains an entity.
    static func arePresent(in text: String) -> Bool { unescaped(text) != text }

    /// A text with its entities replaced by their characters. Unknown entities stay.
    static func unescaped(_ text: String) -> String { CharacterReference.resolved(text) }
}
