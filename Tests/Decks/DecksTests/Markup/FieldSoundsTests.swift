import Testing

@testable import Decks

@Suite("Sounds in a field") struct FieldSoundsTests {
    @Test("sound references are found where Anki plays them")
    func found() {
        let field = "a[sound:x.mp3] <!-- [sound:no.mp3] --> [sound:b &amp; c.ogg][latex][sound:n.mp3][/latex][sound:"
        #expect(FieldMarkup(field, isHTML: true).sounds == ["x.mp3", "b & c.ogg"])
        #expect(FieldMarkup("[sound:b &amp; c.ogg]", isHTML: false).sounds == ["b &amp; c.ogg"])
        #expect(FieldMarkup("[sound:]", isHTML: true).sounds == [""])
    }

    @Test(
        "sounds are appended to the field, or replace others",
        arguments: [
            ("", "[sound:n.mp3]"),
            ("water", "water [sound:n.mp3]"),
            ("water ", "water [sound:n.mp3]"),
            ("<br>", "<br>[sound:n.mp3]"),
            ("water[sound:mine.mp3]", "water[sound:mine.mp3][sound:n.mp3]"),
            ("[sound:old.mp3] <b>water</b>", "[sound:n.mp3] <b>water</b>"),
            ("a [sound:old.mp3] b [sound:old.mp3] c [sound:mine.mp3]", "a [sound:n.mp3] b c [sound:mine.mp3]"),
            ("<div>a &nbsp; {{c1::b}}</div>", "<div>a &nbsp; {{c1::b}}</div> [sound:n.mp3]"),
        ]
    )
    func placed(field: String, result: String) {
        let markup = FieldMarkup(field, isHTML: true)
        #expect(markup.inserting(sounds: ["n.mp3"]) { $0 == "old.mp3" } == result)
    }

    @Test("several sounds keep their order, and names are escaped only in HTML")
    func several() {
        #expect(
            FieldMarkup("x [sound:1.mp3]", isHTML: true).inserting(sounds: ["a&b.mp3", "c.mp3"]) { _ in true }
                == "x [sound:a&amp;b.mp3][sound:c.mp3]"
        )
        #expect(
            FieldMarkup("x\n", isHTML: false).inserting(sounds: ["a&b.mp3"]) { _ in true } == "x\n [sound:a&b.mp3]"
        )
        #expect(FieldMarkup("x [sound:1.mp3]", isHTML: true).inserting(sounds: []) { _ in false } == "x [sound:1.mp3]")
    }
}
