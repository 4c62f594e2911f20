import Testing

@testable import Decks

/// Splitting and rejoining any field gives the same field.
@Suite struct FieldMarkupPropertyTests {
    private static let parts = [
        "<", ">", "&", ";", "\"", "'", "<b>", "</b>", "<br>", "<a href='x>", "<!--", "-->", "<style>", "</style>",
        "<ruby>",
        "</ruby>", "&amp;", "&lt;", "&nbsp;", "&#233;", "&#0;", "&x;", "&#xD800;", "[sound:", "]", "[latex]",
        "[/latex]",
        "[$]", "[/$]", "\\(", "\\)", "\\[", "\\]", "{{", "}}", "{{c1::", "{{c22::", "::", ":", "漢字[かんじ]", "漢", "[",
        "https://a.b", "www.", "a@b.c", "@", "dog", "é", "e\u{301}", " ", "\n", "\r\n", "\t", "\u{0}", "\u{2028}", "👨‍👩‍👧",
        "1",
        "\u{200B}", "\u{A0}", "{", "}", "\\", "-", "</", "<1", "\u{FEFF}",
    ]

    @Test func fieldsStayUnchangedWithEqualTexts() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<4000 {
            let count = Int.random(in: 0...14, using: &random)
            let field = (0..<count).compactMap { _ in Self.parts.randomElement(using: &random) }.joined()
            for isHTML in [true, false] {
                let markup = FieldMarkup(field, isHTML: isHTML)
                let same = try markup.restored(markup.texts)
                #expect(Array(same.utf8) == Array(field.utf8), "\(field.debugDescription)")
            }
        }
    }

    /// When the texts are replaced, either all markup is kept in order, or the field is rejected.
    @Test func markupIsKeptOrTheFieldIsRejected() {
        var random = SystemRandomNumberGenerator()
        var kept = 0
        for _ in 0..<4000 {
            func text(_ most: Int) -> String {
                (0..<Int.random(in: 0...most, using: &random))
                    .compactMap { _ in Self.parts.randomElement(using: &random) }.joined()
            }
            let isHTML = Bool.random(using: &random)
            let markup = FieldMarkup(text(10), isHTML: isHTML)
            guard let new = try? markup.restored(markup.texts.map { _ in text(3) }) else { continue }
            kept += 1
            #expect(Self.solid(FieldMarkup(new, isHTML: isHTML)) == Self.solid(markup), "\(new.debugDescription)")
        }
        #expect(kept > 500)
    }

    private static func solid(_ markup: FieldMarkup) -> [[UInt8]] {
        markup.pieces.compactMap { piece in
            guard case .markup(let raw) = piece, !["\n", "\r", "\r\n", "<br>"].contains(raw) else { return nil }
            return Array(raw.utf8)
        }
    }

    /// A parser that searches for every closing delimiter from the start would take quadratic time on these.
    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            "<", "<a ", "<a \"", "<a '\"", "&", "&x;", "&amp;", "[", "[sound:", "[latex]", "\\(", "{{", "{{c1::", "::",
            "}}",
            "漢[", "漢 ", "www.", "a@", "a", "<style>", "<!--", "</", "<a>", "\n",
        ]
    )
    func longFieldsTakeLinearTime(_ part: String) throws {
        let field = String(repeating: part, count: (1 << 20) / part.utf8.count)
        let markup = FieldMarkup(field, isHTML: true)
        #expect(try markup.restored(markup.texts) == field)
    }
}
