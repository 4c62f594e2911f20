/// Texts that tend to reveal bugs in engines. All are valid Unicode.
enum AdversarialTexts {
    /// A text, its description, and the name used in the rule about it.
    typealias Text = (name: String, what: String, text: String)

    static let all: [Text] = [
        ("nul", "a NUL character", "before\u{0}after"),
        ("control", "control characters", "a\u{1}b\u{7}c\u{8}d\u{1B}[31me\u{7F}f\u{85}g\r\nh"),
        ("combining", "a combining mark without a base character", "\u{301}\u{327} a"),
        ("many-combining", "a letter with 300 combining marks", "e" + String(repeating: "\u{301}", count: 300)),
        ("right-to-left", "right-to-left scripts and embeddings", "\u{202B}שלום\u{202C} مرحبا abc \u{202E}cba\u{202C}"),
        ("emoji", "an emoji sequence with joiners", "👩‍👩‍👧‍👦 🏴‍☠️ 👍🏽 🇦🇺"),
        ("zero-width", "letters between zero-width characters", "\u{FEFF}w\u{200B}a\u{200D}t\u{2060}er\u{FEFF}"),
        ("noncharacter", "private-use characters and noncharacters", "\u{E000} \u{FFFF} \u{10FFFF} \u{FFFD}"),
        ("markup", "markup and commands", "<speak>&amp; \"%s%n\" ${HOME} '; -- \\ [[h@'loU]] </speak>"),
        (
            "long", "a text of 5,000 characters",
            String(String(repeating: "nine words of it. ", count: 300).prefix(5000))
        ),
        ("long-word", "a word of 300 letters without spaces", String(repeating: "abcdefghij", count: 30)),
    ]
}
