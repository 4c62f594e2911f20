import LanguageServices
import RemoteService
import Testing

@testable import RemoteTranslation

/// Small text operations.
struct TextTests {
    private func cutter(_ limit: Int, lines: Bool = false) -> TextChunker {
        TextChunker(limit: limit, size: { $0.unicodeScalars.count }, cutsLines: lines, language: "en")
    }

    private func whole(_ pieces: [TextChunker.Piece]) -> String {
        pieces.map { piece in
            switch piece {
            case .space(let text): text
            case .text(let text, _): text
            }
        }.joined()
    }

    @Test(arguments: [
        "One. Two. Three.", "  a\r\nb\n\n c ", "no place to cut at all", "e" + String(repeating: "\u{301}", count: 50),
        "日本語の文です。もう一つの文です。", "👩‍👩‍👧‍👦👩‍👩‍👧‍👦", "a\u{2028}b", "x", " ", "",
    ])
    func thePiecesConcatenateToTheText(_ text: String) {
        for limit in 1...20 {
            for lines in [false, true] {
                let pieces = cutter(limit, lines: lines).pieces(of: text)
                #expect(whole(pieces).unicodeScalars.elementsEqual(text.unicodeScalars))
                for case .text(let text, _) in pieces {
                    #expect(text.unicodeScalars.count <= limit)
                    #expect(SurroundingWhitespace.trimmed(text) == text && !text.isEmpty)
                }
            }
        }
    }

    @Test func textsAreSplitAtSentencesFirst() {
        #expect(
            cutter(12).pieces(of: "One two. Three four. Five.") == [
                .text("One two.", isCutBySize: true), .space(" "), .text("Three four.", isCutBySize: true), .space(" "),
                .text("Five.", isCutBySize: true),
            ]
        )
        #expect(cutter(100).pieces(of: "One two. Three.") == [.text("One two. Three.")])
    }

    @Test func linesAreApart() {
        #expect(
            cutter(100, lines: true).pieces(of: "house\r\n dog\n") == [
                .text("house"), .space("\r\n "), .text("dog"), .space("\n"),
            ]
        )
    }

    @Test(arguments: [
        ("&amp;&lt;&gt;&quot;&apos;", "&<>\"'"), ("&#39;&#x27;&#X41;", "''A"), ("&nbsp;", "\u{A0}"),
        ("&amp;lt;", "&lt;"),
        (
            "&bogus; & &; &#; &#x; &#0; &#xD800; &#99999999999; &#+65;",
            "&bogus; & &; &#; &#x; &#0; &#xD800; &#99999999999; &#+65;"
        ),
        ("a & b", "a & b"), ("", ""), ("&", "&"), ("&amp", "&amp"),
    ])
    func entities(_ text: String, _ meant: String) {
        #expect(Entities.unescaped(text) == meant)
        #expect(Entities.unescaped(Entities.escaped(text)) == text)
    }

    @Test(arguments: [
        ("Botella", "bottle", "es", "botella"), ("botella", "Bottle", "es", "Botella"), ("Haus", "house", "de", "Haus"),
        ("EE.UU.", "usa", "es", "EE.UU."), ("I", "yo", "en", "I"), ("Monday", "lunes", "en", "Monday"),
        ("Dog", "perro", "en", "dog"), ("Él", "he", "es", "él"),
        ("¿Qué?", "what?", "es", "¿qué?"),
        ("Madrid es", "in Madrid", "es", "Madrid es"), ("", "x", "es", ""), ("123", "x", "es", "123"),
    ])
    func theFirstLetterHasTheCaseOfTheSource(_ given: String, _ source: String, _ target: String, _ wanted: String)
        throws
    {
        #expect(FirstLetter.restored(given, like: source, target: try #require(LanguageTag(target))) == wanted)
    }

    @Test(arguments: [
        ("*xyzzy Casa", "house xyzzy", "xyzzy Casa", ["xyzzy"]), ("#Veta", "go", "Veta", ["Veta"]),
        ("*a *b", "*a b", "*a b", ["b"]), ("5 * 3 @ home", "5 * 3 @ home", "5 * 3 @ home", []),
        ("casa", "house", "casa", []),
        ("*", "x", "*", []),
    ])
    func unknownWordMarksAreRemoved(_ given: String, _ source: String, _ text: String, _ unknown: [String]) {
        let found = UnknownMarks.removed(from: given, source: source)
        #expect(found.text == text)
        #expect(found.unknown == unknown)
    }

    @Test func groupsRespectTheLimits() {
        let limits = BatchLimits(texts: 3, size: 10, overhead: 1)
        #expect(limits.groups(of: [1, 1, 1, 1]) == [0..<3, 3..<4])
        #expect(limits.groups(of: [9, 9, 100, 2]) == [0..<1, 1..<2, 2..<3, 3..<4])
        #expect(limits.groups(of: []) == [])
        #expect(limits.narrowed(texts: 0, size: -5) == BatchLimits(texts: 1, size: 1, overhead: 1))
    }

    @Test func partlyAnsweredTextsHaveAnUnknownOutcome() throws {
        let cutter = TextChunker(
            limit: 15,
            size: { $0.unicodeScalars.count },
            cutsLines: false,
            language: "en"
        )
        let plan = TextPlan(["One is here. Two is here.", "Three."], cutter: cutter)
        try #require(plan.sent.count == 3)
        let away = ServiceError(.network, "not reached")
        var lost = away
        lost.outcomeUnknown = true
        func marks(_ outcomes: [Outcome]) -> [Bool?] {
            plan.outcomes(outcomes).map { outcome in
                if case .failure(let error) = outcome { error.outcomeUnknown } else { nil }
            }
        }
        #expect(marks([.success(Answer(text: "1")), .failure(away), .failure(away)]) == [true, false])
        #expect(marks([.failure(away), .failure(lost), .failure(away)]) == [true, false])
        #expect(marks([.failure(away), .failure(away), .success(Answer(text: "3"))]) == [false, nil])
    }
}
