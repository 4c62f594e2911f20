import LanguageServices
import TestSupport
import Testing

@testable import ApertiumTranslation

@Suite struct TextSplitterTests {
    private func whole(_ pieces: [TextPiece]) -> String {
        pieces.map { piece in
            switch piece {
            case .fixed(let text): text
            case .segment(let segment): segment.text
            }
        }.joined()
    }

    private func words(_ text: String) -> [String] {
        TextSplitter.pieces(of: text).compactMap { piece in
            guard case .segment(let segment) = piece else { return nil }
            return segment.parts.map { part in
                if case .words(let words) = part { words } else { "…" }
            }.joined()
        }
    }

    @Test(
        "only words are translated",
        arguments: [
            ("dog", ["dog"]), (" a <b>big</b> dog ", ["a …big… dog"]), ("one<br>two\nthree", ["one", "two", "three"]),
            ("{{c1::dog::animal}} runs", ["dog… runs"]), ("a {{c2::big {{c1::dog}}}} x", ["a …big …dog…… x"]),
            ("{{Front}} x", ["x"]), ("x [sound:a b.mp3] y", ["x", "y"]), ("x \\(a\\) y", ["x … y"]),
            ("x \\[a\\] y", ["x", "y"]),
            ("[latex]a[/latex] b", ["b"]), ("a < b and c > d", ["a < b and c > d"]), ("R&D & b", ["R&D & b"]),
            ("a&nbsp;b", ["a…b"]), ("see www.a.org, now", ["see …, now"]), ("<style>p {x}</style>text", ["text"]),
            ("<!-- no --> yes", ["yes"]), ("<img alt='a > b'>cat", ["cat"]), ("the *dog* runs", ["the …dog… runs"]),
            ("1 + 1", []), ("\\(open", ["\\(open"]), ("[sound:open", ["[sound:open"]), ("{{open", ["{{open"]),
            ("{{c1::open", ["open"]), ("a::b}}", ["a::b}}"]),
        ]
    )
    func words(_ text: String, _ expected: [String]) {
        #expect(words(text) == expected)
        #expect(whole(TextSplitter.pieces(of: text)) == text)
    }

    @Test func lostAndMovedMasksAreDetected() throws {
        let segment = Segment(parts: [.words("a "), .mask("<b>"), .words("x"), .mask("</b>"), .words(" y")])
        #expect(segment.stream == "a [m0]x[m1] y")
        #expect(segment.restored([.text("A "), .blank("m0"), .text("X"), .blank("m1")])?.count == 4)
        #expect(segment.restored([.text("A "), .blank("m1"), .text("X"), .blank("m0")]) == nil)
        #expect(segment.restored([.text("A "), .blank("m0"), .text("X")]) == nil)
        #expect(segment.restored([.blank("m0"), .blank("m1"), .blank("m1")]) == nil)
        #expect(segment.restored([.blank("m0"), .blank("m1"), .blank("m2")]) == nil)
        #expect(segment.restored([.blank("m0"), .blank("x")]) == nil)
    }

    @Test func answersAreRead() throws {
        let answer = try #require(StreamFormat.answer("*xyz La \\[casa\\] #roja [m0]@foo<x"))
        #expect(answer.pieces == [.text("xyz La [casa] roja "), .blank("m0"), .text("foo<x")])
        #expect(answer.unknown == ["xyz", "foo"] && answer.unformed == ["roja"] && answer.words == 6)
        for broken in ["[", "a]", "^x$", "{", "\\"] { #expect(StreamFormat.answer(broken) == nil) }
    }

    /// Random markup: nothing crashes, no text is lost, and every segment can be restored.
    ///
    /// `PARLANCE_FUZZ_SECONDS` sets the duration; without it, the test is short.
    @Test func anyMarkup() throws {
        let tokens = [
            "<", ">", "</b>", "<b>", "<br>", "\"", "'", "&", ";", "&amp;", "[", "]", "[sound:", "[latex]", "[/latex]",
            "\\(",
            "\\)", "\\[", "\\]", "\\", "{{", "}}", "{{c1::", "::", "c1", ":", "*", "#", "@", "~", "a@b.c", "http://x",
            "dog",
            " ", "\n", "\u{0}", "😀", "é", "e\u{301}", "שלום", "水", "\u{202E}", "\u{FFFF}", "<!--", "-->", "<style>",
            "</style>",
            "$", "^", "/", "[$]", "[/$]", "[s0]", "[m0]", ".", "?", "1",
        ]
        var random = SplitMix64(seed: Fuzzing.seed)
        try Fuzzing.run {
            let text = (0..<Int(random.next() % 40)).map { _ in tokens[Int(random.next() % UInt64(tokens.count))] }
                .joined()
            let pieces = TextSplitter.pieces(of: text)
            try #require(whole(pieces) == text, "\(text.debugDescription)")
            for case .segment(let segment) in pieces {
                let answer = try #require(StreamFormat.answer(segment.stream), "\(text.debugDescription)")
                let parts = try #require(segment.restored(answer.pieces), "\(text.debugDescription)")
                let tidy = SourceFormatting.letterCase(SourceFormatting.spaces(parts, like: segment), like: segment) {
                    _ in false
                }
                let masks: ([Segment.Part]) -> [Segment.Part] = {
                    $0.filter { if case .mask = $0 { true } else { false } }
                }
                try #require(masks(tidy) == masks(segment.parts))
            }
            _ = StreamFormat.answer(text)
            _ = LexicalUnit.all(in: text)
            _ = ModeFile.stages(text)
        }
    }
}
