import LanguageServices
import TestSupport
import Testing

@testable import Decks

/// Random fields are split and rejoined: nothing is lost, and either the markup is kept or the field is rejected.
///
/// `PARLANCE_FUZZ_SECONDS` sets the duration; see `FuzzRounds`.
@Suite("Fuzzing markup")
struct MarkupFuzzTests {
    private static let fields = [
        "&nbsp;<b class=\"x\">The dog</b> sees {{c1::the cat::animal}}.<br>\n[sound:a.mp3] 12 ",
        "{{c1::in {{c2::France}} now}} see https://example.org/a?b=1&amp;c=2, or www.example.org.",
        "<style>b { color: red }</style>x [latex]x^2[/latex] [$]y[/$] \\(z\\) \\[q\\] 漢字[かんじ]です <ruby>漢<rt>かん</rt></ruby>",
        "<img alt='a > b' src=\"x.png\"><!-- c --> a@b.org Tom &amp; Jerry &#233; &#xE9; &unknown; x < y",
    ]
    private static let words = [
        "<", ">", "&", ";", "\"", "'", "<br>", "</", "<!--", "-->", "<script>", "</script>", "<ruby>", "[sound:", "]",
        "[latex]", "\\(", "\\)", "{{", "}}", "{{c1::", "::", "漢[", "www.", "@", "é", "\u{0}", "\u{2028}", " ",
    ]

    /// Seeds that once exposed a bug.
    private static let seeds: [UInt64] = []

    @Test("random fields keep their content")
    func fields() throws {
        let all = Self.fields.map { Array($0.utf8) }
        var kept = 0
        try FuzzRounds.run(known: Self.seeds, least: 300) { random in
            func text() -> String {
                let bytes = random.mutated(random.pick(all), with: all.map { $0[...] }, words: Self.words)
                return String(decoding: bytes, as: UTF8.self)
            }
            let field = text()
            let isHTML = random.below(2) == 0
            let markup = FieldMarkup(field, isHTML: isHTML)
            let same = try markup.restored(markup.texts)
            #expect(same.utf8.elementsEqual(field.utf8), "\(field.debugDescription)")
            _ = FieldMarkup.isBlank(field, isHTML: isHTML)
            let others = markup.texts.map { random.below(3) == 0 ? text() : "<\($0)>" }
            do throws(ServiceError) {
                let new = try markup.restored(others)
                kept += 1
                #expect(Self.solid(FieldMarkup(new, isHTML: isHTML)) == Self.solid(markup), "\(field.debugDescription)")
            } catch {
                #expect(error.code == .protocolViolation, "\(error)")
            }
        }
        #expect(kept > 0)
    }

    private static func solid(_ markup: FieldMarkup) -> [[UInt8]] {
        markup.pieces.compactMap { piece in
            guard case .markup(let raw) = piece, !["\n", "\r", "\r\n", "<br>"].contains(raw) else { return nil }
            return Array(raw.utf8)
        }
    }
}
