import Testing

@testable import EspeakSpeech

@Suite("SpeakableText")
struct SpeakableTextTests {
    @Test(
        "ordinary texts are unchanged",
        arguments: [
            "Hello world", "It's 3.5 km, isn't it?", "naïve café — “quoted” …", "U.S.A. and e.g. this", "学习中文",
            "สวัสดีครับ",
            "a\nb\n\nc", "👩‍👩‍👧 family", "می‌خواهم",
        ]
    )
    func ordinary(_ text: String) {
        let speakable = SpeakableText(text)
        #expect(speakable.pieces.map(\.text) == [text])
        #expect(speakable.longestSplitWord == nil)
    }

    @Test("unpronounceable characters are removed")
    func cleaning() {
        #expect(SpeakableText("a\0b\u{1}c\u{7F}d\te\rf").pieces.map(\.text) == ["a b c d e f"])
        #expect(SpeakableText("a\u{2028}b\u{2029}c").pieces.map(\.text) == ["a\nb\nc"])
        #expect(SpeakableText("so\u{AD}ft \u{202E}rtl\u{200B}\u{FEFF}").pieces.map(\.text) == ["soft rtl"])
        #expect(SpeakableText("x\u{E000}y\u{FFFF}z").pieces.map(\.text) == ["x y z"])
        let marks = String(repeating: "\u{301}", count: 500)
        #expect(SpeakableText("e\(marks)").pieces.map(\.text) == ["e\u{301}\u{301}\u{301}\u{301}"])
        #expect(SpeakableText("").pieces.map(\.text) == [])
        #expect(SpeakableText(" \n\0 ").pieces.map(\.text) == [])
    }

    @Test(
        "no word exceeds the library's limit",
        arguments: [
            String(repeating: "s'", count: 70), String(repeating: "a.", count: 90),
            "B." + String(repeating: "x", count: 170),
            String(repeating: "ä", count: 5000), String(repeating: "学", count: 500), String(repeating: "ส", count: 500),
            String(repeating: "😀", count: 400), String(repeating: "-", count: 1000),
        ]
    )
    func capping(_ text: String) {
        let pieces = SpeakableText(text).pieces.map(\.text)
        for word in pieces.flatMap({ $0.split(whereSeparator: \.isWhitespace) }) {
            #expect(word.unicodeScalars.count <= SpeakableText.maximumScalars)
            #expect(word.utf8.count <= SpeakableText.maximumBytes)
        }
        let kept = pieces.joined().filter { !$0.isWhitespace }
        #expect(kept == text, "only spaces may be added")
    }

    @Test("a split word is reported, but a text in a script without spaces is not")
    func notice() {
        #expect(SpeakableText(String(repeating: "x", count: 172)).longestSplitWord == 172)
        #expect(SpeakableText("ok " + String(repeating: "y", count: 51)).longestSplitWord == 51)
        #expect(SpeakableText(String(repeating: "y", count: 50)).longestSplitWord == nil)
        #expect(SpeakableText(String(repeating: "学习", count: 100)).longestSplitWord == nil)
        #expect(SpeakableText(String(repeating: "ไทย", count: 100)).longestSplitWord == nil)
    }

    @Test(
        "sequences of dotted letters are broken up",
        arguments: [
            String(repeating: "a.", count: 90), String(repeating: "a. ", count: 90),
            String(repeating: "e.g., ", count: 90), Array(repeating: "a.a.a.a.a.", count: 20).joined(separator: ", "),
        ]
    )
    func dottedLetters(_ text: String) {
        for piece in SpeakableText(text).pieces.map(\.text) {
            for paragraph in piece.split(separator: "\n\n") {
                #expect(paragraph.count { $0 == "." } <= 20)
            }
        }
    }

    @Test("ordinary sentences with dots are unchanged")
    func sentences() {
        let text = Array(repeating: "Mr. Smith lives in the U.S.A. now. He is 3.5 years old, e.g. here.", count: 10)
            .joined(separator: " ")
        #expect(SpeakableText(text).pieces.map(\.text) == [text])
    }

    @Test("long texts are split after sentences without loss of text")
    func cutting() {
        let sentence = "This is a sentence, and it talks about the weather. "
        let text = String(repeating: sentence, count: 200)
        let pieces = SpeakableText(text).pieces.map(\.text)
        #expect(pieces.count >= 10)
        #expect(pieces.joined() == text)
        for piece in pieces {
            #expect(piece.unicodeScalars.count <= SpeakableText.pieceLength)
            #expect(piece.hasSuffix(". "))
        }
        let words = String(repeating: "word ", count: 1000)
        #expect(SpeakableText(words).pieces.allSatisfy { $0.text.hasSuffix(" ") })
        let chinese = String(repeating: "我们学习中文。", count: 500)
        #expect(SpeakableText(chinese).pieces.allSatisfy { $0.text.filter { $0 != " " }.hasSuffix("。") })
    }

    @Test(
        "each scalar in a piece has its offset in the text",
        arguments: [
            "Hello world", "a\u{0}b \u{202E}\u{200B}c\u{AD}d", String(repeating: "xyz", count: 100) + " 😀 end",
            String(repeating: "a.", count: 90), String(repeating: "This is a sentence. ", count: 200),
            "e\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}f", "学习\u{2028}中文",
        ]
    )
    func offsets(_ text: String) {
        let source = Array(text.unicodeScalars)
        var last = 0
        for piece in SpeakableText(text).pieces {
            let scalars = Array(piece.text.unicodeScalars)
            #expect(scalars.count == piece.offsets.count)
            for (scalar, offset) in zip(scalars, piece.offsets) {
                #expect(offset >= last && source.indices.contains(offset))
                if !scalar.properties.isWhitespace { #expect(source[offset] == scalar) }
                last = offset
            }
        }
    }
}
