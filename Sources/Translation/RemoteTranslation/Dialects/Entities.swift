import Language

/// HTML entities as used by translation services.
enum Entities {
    /// A text with all markup characters escaped.
    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    /// Whether a text contains an entity.
    static func arePresent(in text: String) -> Bool { unescaped(text) != text }

    /// A text in which entities are replaced with the characters they represent. Unknown entities are left unchanged.
    static func unescaped(_ text: String) -> String { CharacterReference.resolved(text) }
}
