import LanguageServices
import Testing

@Suite("The word in an example sentence")
struct ExampleSentenceTests {
    private func sentence(_ text: String, _ ranges: Range<Int>...) -> ExampleSentence {
        ExampleSentence(text: text, wordRanges: ranges, provider: "p")
    }

    @Test("the word has one part or several separate ones")
    func parts() {
        let off = sentence("Turn it off now.", 0..<4, 8..<11)
        #expect(off.parts.map(\.text) == ["Turn", " it ", "off", " now."])
        #expect(off.parts.map(\.isWord) == [true, false, true, false])
        #expect(off.form == "Turn off")
        #expect(off.cloze() == "{{c1::Turn}} it {{c1::off}} now.")
    }

    @Test("ranges are counted in Unicode scalars")
    func scalars() {
        let accents = sentence("Ah, e\u{301}te\u{301} 👨‍👩‍👧!", 4..<9)
        #expect(accents.form.unicodeScalars.elementsEqual("e\u{301}te\u{301}".unicodeScalars))
        #expect(accents.cloze(number: 3, hint: "summer") == "Ah, {{c3::e\u{301}te\u{301}::summer}} 👨‍👩‍👧!")
    }

    @Test("an invalid range is ignored", arguments: [[9..<12], [2..<3, 0..<1], [0..<2, 1..<3]])
    func wrongPlaces(ranges: [Range<Int>]) {
        let odd = ExampleSentence(text: "a b c", wordRanges: ranges, provider: "p")
        #expect(odd.parts.map(\.text).joined() == "a b c")
    }

    @Test("a word that contains a delimiter gives no cloze deletion")
    func endOfDeletion() {
        #expect(sentence("a::b c", 0..<4).cloze() == nil)
        #expect(sentence("a}} c", 0..<3).cloze() == nil)
        #expect(sentence("a: c", 0..<2).cloze() == nil)
        #expect(sentence("a} c", 0..<2).cloze() == nil)
        #expect(sentence("a c", 0..<1).cloze(hint: "x}}") == nil)
        #expect(sentence("a c", 0..<1).cloze(number: 0, hint: "x:y") == "{{c1::a::x:y}} c")
    }

    @Test("a function for the field escapes the word and the text around it")
    func writing() {
        let written = sentence("<b> & c", 0..<3).cloze { $0 == "<b>" ? "&lt;b&gt;" : " &amp; c" }
        #expect(written == "{{c1::&lt;b&gt;}} &amp; c")
    }
}
