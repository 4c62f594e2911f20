import LanguageServices
import Testing

@testable import Decks

@Suite struct FieldMarkupTests {
    @Test(arguments: [
        ("house", ["house"]),
        ("<b>house</b>", ["house"]),
        ("I <b>love</b> you.", ["I", "love", "you."]),
        ("one<br>two<div>three</div>", ["one", "two", "three"]),
        ("one\ntwo\r\nthree\u{2028}four", ["one", "two", "three", "four"]),
        ("&nbsp; caf&eacute; &amp; bar&nbsp;", ["café & bar"]),
        ("&#233;t&#xE9;", ["été"]),
        ("a &unknown; b", ["a", "b"]),
        ("Tom & Jerry", ["Tom & Jerry"]),
        ("x < y and z > w", ["x < y and z > w"]),
        ("<!-- not this --> this", ["this"]),
        ("<style>b { color: red }</style>this<SCRIPT>not()</script>", ["this"]),
        ("<img alt='a > b' src=\"x.png\">dog", ["dog"]),
        ("<b title=\"open>dog</b>", ["dog"]),
        ("dog[sound:dog.mp3]", ["dog"]),
        ("[sound:a.mp3]", []),
        ("[anki:play:q:0] dog [anki:tts lang=en_US]cat[/anki:tts]", ["dog"]),
        ("so [latex]x^2[/latex] and [$]y[/$], [$$]z[/$$] end", ["so", "and", "end"]),
        (#"so \(x^2\) and \[y\] end"#, ["so", "and", "end"]),
        ("{{c1::Paris::city}} is the {{c2::capital}}", ["Paris", "is the", "capital"]),
        ("{{c1::in {{c2::France}} now}}", ["in", "France", "now"]),
        (#"{{c1::\(\frac{1}{2}\)}} half"#, ["half"]),
        ("{{FrontSide}} end", ["end"]),
        (" 漢字[かんじ]です", ["です"]),
        ("<ruby>漢<rt>かん</rt></ruby>字", ["字"]),
        ("the colour[s]", ["the colour[s]"]),
        ("see https://example.org/a?b=1&amp;c=2, or www.example.org.", ["see", ", or"]),
        ("mail a.b@example.org now", ["mail", "now"]),
        ("look at www.example.org now", ["look at", "now"]),
        ("Hello, world. Well!", ["Hello, world. Well!"]),
        ("a ", ["a"]),
        ("42 – 7 %", []),
        ("", []),
        (" &nbsp;<br>", []),
        ("\u{0}a\u{0}", ["a"]),
    ])
    func textsOfHTML(_ field: String, _ texts: [String]) {
        #expect(FieldMarkup(field, isHTML: true).texts == texts)
    }

    @Test(arguments: [
        ("<b>Tom</b> &amp; Jerry", ["<b>Tom</b> &amp; Jerry"]),
        ("{{c1::dog::animal}}[sound:dog.mp3]", ["dog"]),
        ("  dog\u{A0}\ncat ", ["dog", "cat"]),
        ("a::b}}", ["a::b}}"]),
    ])
    func textsOfPlainText(_ field: String, _ texts: [String]) {
        #expect(FieldMarkup(field, isHTML: false).texts == texts)
    }

    @Test func keepsTheMarkupAroundTheTexts() throws {
        let field = "&nbsp;<b class=\"x\">The dog</b> sees {{c1::the cat::animal}}.<br>\n[sound:a.mp3] 12 "
        let markup = FieldMarkup(field, isHTML: true)
        #expect(markup.texts == ["The dog", "sees", "the cat"])
        let new = try markup.restored(["Der Hund", "sieht < &", "die\u{A0}Katze"])
        #expect(
            new
                == "&nbsp;<b class=\"x\">Der Hund</b> sieht &lt; &amp; {{c1::die&nbsp;Katze::animal}}.<br>\n[sound:a.mp3] 12 "
        )
    }

    @Test func escapesNothingInPlainText() throws {
        #expect(try FieldMarkup(" a ", isHTML: false).restored(["x < y & z"]) == " x < y & z ")
        #expect(try FieldMarkup("dog", isHTML: true).restored(["x > y"]) == "x &gt; y")
        #expect(try FieldMarkup("dog", isHTML: false).restored(["x > y"]) == "x > y")
    }

    @Test func writesLineBreaksAsHTML() throws {
        #expect(try FieldMarkup("a", isHTML: true).restored(["x\r\ny\nz"]) == "x<br>y<br>z")
    }

    @Test func distinguishesCanonicallyEquivalentLetters() throws {
        let new = try FieldMarkup("e\u{301}", isHTML: true).restored(["\u{E9}"])
        #expect(Array(new.utf8) == Array("\u{E9}".utf8))
    }

    @Test(arguments: [
        ("{{c1::dog}}", "Hund}} Katze"), ("{{c1::dog}}", "Hund::Tier"), ("dog", "{{c1::Hund}}"),
        ("dog", "Hund [sound:x.mp3]"), ("dog", #"\(x\)"#), ("{{c1::dog}} barks", "{{Hund"),
        ("{{c1::dog}} [sound:x.mp3]", "{{c2::Hund"), ("dog [sound:x.mp3]", "[sound:"),
    ])
    func rejectsTranslationsThatChangeMarkup(_ field: String, _ translation: String) {
        for isHTML in [true, false] {
            let markup = FieldMarkup(field, isHTML: isHTML)
            var translations = markup.texts
            #expect(!translations.isEmpty)
            translations[0] = translation
            #expect { try markup.restored(translations) } throws: {
                ($0 as? ServiceError)?.code == .protocolViolation
            }
        }
    }

    @Test func escapesTagsInTranslations() throws {
        let new = try FieldMarkup("<i>dog</i>", isHTML: true).restored(["</i><script>alert(1)</script>"])
        #expect(new == "<i>&lt;/i&gt;&lt;script&gt;alert(1)&lt;/script&gt;</i>")
    }

    @Test(arguments: [[], ["a"], ["a", "b", "c"]])
    func requiresOneTranslationPerText(_ translations: [String]) {
        #expect { try FieldMarkup("a<br>b", isHTML: true).restored(translations) } throws: {
            ($0 as? ServiceError)?.code == .invalidRequest
        }
    }

    @Test(arguments: [
        ("", true), (" \u{200B}\n", true), ("<br>", true), ("<div><br></div>&nbsp;", true), ("x", false), ("7", false),
        ("[sound:a.mp3]", false), ("<img src=a.png>", false), ("{{x}}", false), ("&unknown;", false),
    ])
    func blankFields(_ field: String, _ isBlank: Bool) {
        #expect(FieldMarkup.isBlank(field, isHTML: true) == isBlank)
    }
}
