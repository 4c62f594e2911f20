import LanguageServices
import Testing

@Suite("Speech marks")
struct SpeechMarkTests {
    @Test(
        "a mark has a text range counted in Unicode scalars",
        arguments: [(0, 3, "Où "), (3, 4, "est "), (7, 3, "👩‍🚀"), (11, 0, ""), (0, 11, "Où est 👩‍🚀?")]
    )
    func range(offset: Int, length: Int, part: String) throws {
        let text = "Où est 👩‍🚀?"
        let mark = SpeechMark(kind: .word, offset: offset, length: length, frame: 0)
        let range = try #require(mark.range(in: text))
        #expect(Array(text.unicodeScalars[range]) == Array(part.unicodeScalars))
    }

    @Test(
        "a mark without text has no range",
        arguments: [(-1, 1), (0, 12), (12, 0), (3, -1), (.max, .max), (.min, .min)]
    )
    func outside(offset: Int, length: Int) {
        #expect(SpeechMark(kind: .word, offset: offset, length: length, frame: 0).range(in: "Où est 👩‍🚀?") == nil)
    }
}
