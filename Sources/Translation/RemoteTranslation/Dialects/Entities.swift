import Language

/// Entities of HTML, as services write and read them.
enum Entities {
    /// A text in which no character means markup.
    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    /// Whether something in a text reads as an entity.
    static func arePresent(in text: String) -> Bool { unescaped(text) != text }

    /// A text with the characters that its entities stand for. Unknown entities stay.
    static func unescaped(_ text: String) -> String { CharacterReference.resolved(text) }
}
