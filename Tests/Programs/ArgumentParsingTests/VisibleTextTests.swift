import ArgumentParsing
import Testing

@Suite("Visible text")
struct VisibleTextTests {
    @Test(
        arguments: [
            ("plain", "plain"), ("", ""), ("naïve café 猫 🐈", "naïve café 猫 🐈"), ("a\nb\tc\rd\0", #"a\nb\tc\rd\0"#),
            ("\u{1B}[31m", #"\u{1B}[31m"#), ("a\u{2028}b\u{2029}c\u{85}", #"a\u{2028}b\u{2029}c\u{85}"#),
            ("\u{202E}x\u{2066}", #"\u{202E}x\u{2066}"#), ("zero\u{200B}width\u{FEFF}", #"zero\u{200B}width\u{FEFF}"#),
            ("no\u{A0}break\u{3000}", #"no\u{A0}break\u{3000}"#), ("\u{301}a\u{301}", "\\u{301}a\u{301}"),
            ("-\u{338}", #"-\u{338}"#), ("\n\u{301}", #"\n\u{301}"#), ("\u{E000}\u{10FFFF}", #"\u{E000}\u{10FFFF}"#),
            ("\r\n", #"\r\n"#),
        ]
    )
    func shown(_ text: String, _ expected: String) {
        #expect(VisibleText.shown(text).utf8.elementsEqual(expected.utf8))
    }

    @Test("Long text is truncated; combining marks count separately")
    func cut() {
        let exact = String(repeating: "x", count: VisibleText.maximumLength)
        #expect(VisibleText.quoted(exact) == "'\(exact)'")
        #expect(VisibleText.quoted(exact + "x") == "'\(exact)…'")
        let marks = "a" + String(repeating: "\u{301}", count: 10_000)
        #expect(VisibleText.shown(marks).unicodeScalars.count == VisibleText.maximumLength + 1)
    }
}
