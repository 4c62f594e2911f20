/// Adversarial queries for searches.
public enum HostileWords {
    /// The texts.
    public static let all: [String] = [
        "", " ", "\u{0}", "a\u{0}b", "-", "'", "''s", "'s", "s'", "n't", "--", "?!", "…", "l'", "'l", "-se", "d'", "ge",
        "zu",
        "an zu", "auf", "ss", "ies", "ing", "ed", "éé", "e\u{301}\u{301}\u{301}", "\u{301}", "👩‍👩‍👧", "🇩🇪s", "\u{202E}tac",
        "שלום", "مرحبا", "日本語", "ガラス", "한국어", "ß", "ẞ", "ﬁ", "İ", "ı", "\u{10FFFF}", "\u{FEFF}", "\r\n", "\t",
        String(repeating: "a", count: 63), String(repeating: "a", count: 64), String(repeating: "a", count: 65),
        String(repeating: "ä", count: 64), String(repeating: "ing", count: 21), String(repeating: "a ", count: 30),
        String(repeating: "x", count: 1_000_000), String(repeating: "é", count: 500_000),
        "x" + String(repeating: "\u{301}\u{323}", count: 200_000), String(repeating: " ", count: 1_000_000),
        String(repeating: "👩‍👩‍👧", count: 10_000), String(repeating: "der ", count: 200),
        String(repeating: "l'", count: 500),
    ]
}
