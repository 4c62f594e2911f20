import Testing

@testable import Language

/// The fast path gives the same keys as the general path.
@Suite struct LatinKeyTests {
    private func check(_ text: String) {
        let folding = HeadwordFolding(language: "de")
        #expect(folding.key(text) == HeadwordFolding.unicodeKey(text), "\(text.debugDescription)")
    }

    @Test func everyCharacterBelow3000() {
        for value in 0..<3000 {
            guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
            check(String(Character(scalar)))
            check("Ab" + String(Character(scalar)) + "-c")
        }
    }

    @Test func marksBehindLetters() {
        for text in [
            "e\u{301}", "é\u{323}", "ñ\u{300}x", "ß\u{308}", "\u{301}a", "a\u{0}", "", " ", "?!", "Straßenbahn-Übung",
        ] {
            check(text)
        }
    }

    @Test func letters() {
        let folding = HeadwordFolding(language: "de")
        #expect(folding.key("Straßenbahn-Übung") == "strassenbahnubung")
        #expect(folding.key("Œuvre d’Æsop") == HeadwordFolding.unicodeKey("Œuvre d’Æsop"))
        #expect(folding.key("strasse") == "strasse")
    }
}
