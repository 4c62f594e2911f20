import Testing

@testable import Decks

@Suite("The spoken text of a field") struct SpokenTextTests {
    @Test(
        "HTML fields are spoken without their markup, as one text",
        arguments: [
            ("house", "house"),
            ("I <b>love</b> you.", "I love you."),
            ("un<b>believ</b>able", "unbelievable"),
            ("el agua<br>las aguas", "el agua. las aguas"),
            ("Who?<br/>Me!<div>\u{201C}Yes.\u{201D}</div>No", "Who? Me! \u{201C}Yes.\u{201D} No"),
            ("<ul><li>one</li><li>two,</li><li>three</li></ul>", "one. two, three"),
            ("50 %<br>of all", "50 %. of all"),
            ("水<br>火", "水。 火"),
            ("a\nb", "a b"),
            ("&nbsp; caf&eacute; &amp; bar&nbsp;", "café & bar"),
            ("a &unknown; b", "a b"),
            ("soft\u{AD}hy&shy;phen\u{200B}s", "softhyphens"),
            ("cafe\u{301}", "caf\u{E9}"),
            ("dog[sound:dog.mp3]", "dog"),
            ("dog [sound:dog.mp3] cat", "dog cat"),
            ("dog[sound:dog.mp3]cat", "dog cat"),
            ("so [latex]x^2[/latex] and \\(x\\) end", "so and end"),
            ("{{c1::Paris::city}} is the {{c2::capi}}tal", "Paris is the capital"),
            ("{{c1::in {{c2::France}} now}}", "in France now"),
            ("in 1984, 42", "in 1984, 42"),
            ("1984", "1984"),
            ("[1]", "[1]"),
            ("漢字[1]", "漢字[1]"),
            (" 漢字[かんじ]を 読[よ]む", "かんじを よむ"),
            ("お 茶[ちゃ;a]", "お ちゃ"),
            (" 汉字[hànzì]", "汉字"),
            (" 大韓民國[대한민국]", "대한민국"),
            ("<ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>です", "かんじです"),
            ("<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>", "かん"),
            ("<ruby>北京<rt>Běijīng</rt></ruby>", "北京"),
            ("<ruby><rb>今日</rb><rt>きょう</rt></ruby><ruby>は</ruby>", "きょうは"),
            ("<style>b { color: red }</style>this<script>not()</script><!-- nor this -->", "this"),
            ("see https://example.org/a?b=1 and www.example.org.", "see and ."),
            ("🍎", "🍎"),
            ("می\u{200C}خواهم", "می\u{200C}خواهم"),
        ]
    )
    func html(field: String, text: String) {
        let spoken = FieldMarkup(field, isHTML: true).spokenText
        // Compares scalars, because `==` treats composed and decomposed letters as equal.
        #expect(spoken.map { Array($0.unicodeScalars) } == Array(text.unicodeScalars), "\(spoken ?? "nothing")")
    }

    @Test(
        "fields of a plain-text deck are spoken",
        arguments: [
            ("a < b & c", "a < b & c"), ("one\r\ntwo\nthree", "one. two. three"), ("<b>x</b>", "<b>x</b>"),
            ("a\tb\u{0}c", "a b c"), ("a\u{2028}b", "a. b"),
        ]
    )
    func plain(field: String, text: String) {
        #expect(FieldMarkup(field, isHTML: false).spokenText == text)
    }

    @Test(
        "fields without speakable text are not spoken",
        arguments: [
            "", " ", "—", "?!", "…", "[sound:a.mp3]", "<img src=a.png>", "<br><br>", "&nbsp;", "\\(x^2\\)", "\u{200B}",
            "https://example.org", "{{FrontSide}}", "&unknown;", "<ruby></ruby>", "<ruby><rt>", "^", "\u{301}",
        ]
    )
    func silent(field: String) {
        #expect(FieldMarkup(field, isHTML: true).spokenText == nil)
    }

    @Test("the spoken text of any field is one line without control characters, and idempotent")
    func anything() {
        let parts = [
            "a", "水", "かん", "[", "]", "<ruby>", "</ruby>", "<rt>", "</rt>", "<rp>", "<br>", "</", ">", "{{c1::", "}}",
            "::",
            "[sound:", "\n", "\r", "\u{1F}", "\u{0}", " ", "&amp;", "&", ";", "\\(", "\\)", "\u{301}", ".", "\"",
            "漢字[か]",
        ]
        var state: UInt64 = 0x9E37_79B9
        for _ in 0..<3000 {
            var field = ""
            for _ in 0..<12 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                field += parts[Int(state >> 33) % parts.count]
            }
            for isHTML in [true, false] {
                guard let text = FieldMarkup(field, isHTML: isHTML).spokenText else { continue }
                #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control }, "\(field)")
                #expect(!text.contains("  ") && text.first != " " && text.last != " ", "\(field)")
            }
        }
    }
}
