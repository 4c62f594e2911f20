import LanguageServices
import TestSupport
import Testing

@testable import Decks

@Suite struct FieldGlossTests {
    private static let cold = [
        GlossedWord("Ich", translation: "I"), GlossedWord(" "), GlossedWord("trinke", translation: "drink"),
        GlossedWord(" "), GlossedWord("xyz"),
    ]

    private func field(
        _ source: String,
        _ answers: [GlossedText],
        style: FieldGloss.Style,
        isHTML: Bool = true
    ) throws -> String? {
        let info = DeckInfo(format: .tsv, noteTypes: [NoteType(fields: ["A", "B"])], hasMarkup: isHTML)
        let work = FieldGloss(fields: try FieldTranslation(info: info, source: "A", target: "B"), style: style)
        let note = Note(number: 0, position: "here", fields: [source, ""])
        guard case .work(let texts) = work.assignment(for: note) else { return nil }
        #expect(texts.count == answers.count)
        let found = answers.map { BatchAnswer(bytes: Array($0.record.utf8)) }
        return try work.edit(of: note, texts: texts, answers: found).fields[1]
    }

    private func gloss(_ pieces: [GlossedWord], _ text: String) -> GlossedText {
        GlossedText(Translation(text: "whole", provider: "p", gloss: pieces), of: text)
    }

    @Test func meaningsAreAboveAfterOrBelowTheWords() throws {
        let text = "Ich trinke xyz"
        let answer = [gloss(Self.cold, text)]
        #expect(try field(text, answer, style: .inline) == "Ich (I) trinke (drink) xyz")
        #expect(
            try field("<b>\(text)</b>!", answer, style: .ruby)
                == "<b><ruby>Ich<rt>I</rt></ruby> <ruby>trinke<rt>drink</rt></ruby> xyz</b>!"
        )
        #expect(
            try field(text, answer, style: .table)
                == "<table><tr><td>Ich</td><td>trinke</td><td>xyz</td></tr><tr><td>I</td><td>drink</td><td></td></tr></table>"
        )
    }

    @Test func plainFieldsNeverGetMarkup() throws {
        let text = "Ich trinke xyz"
        for style in FieldGloss.Style.allCases {
            #expect(
                try field(text, [gloss(Self.cold, text)], style: style, isHTML: false) == "Ich (I) trinke (drink) xyz"
            )
        }
    }

    @Test func readingsAreKeptAndMarkupInWordsIsEscaped() throws {
        let answer = [gloss([GlossedWord("水", translation: "a < b & c", reading: "みず")], "水")]
        #expect(try field("水", answer, style: .ruby) == "<ruby>水<rt>みず a &lt; b &amp; c</rt></ruby>")
        #expect(try field("水", answer, style: .inline, isHTML: false) == "水 (みず a < b & c)")
    }

    @Test func aTextFoundAsAWholeIsGlossedAsOne() throws {
        let found = GlossedText(Translation(text: "den Löffel\n abgeben", provider: "p"), of: "kick the bucket")
        #expect(try field("kick the bucket", [found], style: .inline) == "kick the bucket (den Löffel abgeben)")
        // Glossed words that do not add up to the text do not replace it.
        let other = gloss([GlossedWord("kick", translation: "treten")], "kick the bucket")
        #expect(try field("kick the bucket", [other], style: .inline) == "kick the bucket (whole)")
    }

    @Test(arguments: FieldGloss.Style.allCases)
    func aMeaningThatWouldCloseAClozeIsRejected(_ style: FieldGloss.Style) {
        let answer = [gloss([GlossedWord("a", translation: "x}} [sound:y.mp3]")], "a")]
        #expect(throws: ServiceError.self) { try field("{{c1::a}}", answer, style: style) }
    }

    @Test func recordsSurviveARoundTrip() {
        for pieces in [Self.cold, [GlossedWord("a\u{1F}b\u{1E}", translation: "c", reading: "d")], []] {
            let text = pieces.map(\.text).joined()
            let gloss = gloss(pieces, text)
            let back = GlossedText(record: gloss.record)
            #expect(back.pieces.map(\.translation) == gloss.pieces.map(\.translation))
            #expect(back.pieces.map(\.reading) == gloss.pieces.map(\.reading))
        }
        let gloss = gloss(Self.cold, "Ich trinke xyz")
        #expect(GlossedText(record: gloss.record) == gloss)
    }
}
