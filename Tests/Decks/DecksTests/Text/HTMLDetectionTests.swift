import Testing

@testable import Decks

@Suite struct HTMLDetectionTests {
    @Test(
        "fields with tags from cards or with character references look like HTML",
        arguments: [
            "a<br>b", "a<BR/>", "<b>dog</b>", "see <img src=\"a.png\">", "</div>", "rock &amp; roll", "1&nbsp;kg",
            "<ruby>漢<rt>かん",
        ]
    )
    func html(_ field: String) {
        #expect(HTMLDetection.looksLikeHTML(field))
    }

    @Test(
        "other characters are plain text",
        arguments: [
            "", "<", "&", "x < y > z", "a <b", "<unclear> word", "<3", "<brother>", "AT&T", "&copy", "</>", "<a",
            "if (a<b)",
        ]
    )
    func plain(_ field: String) { #expect(!HTMLDetection.looksLikeHTML(field)) }

    @Test("tables and objects are detected as HTML by their first rows unless set otherwise")
    func decks() throws {
        let decks = try TextDecks()
        let table = try decks.file("words.tsv", "front\tback\ndog<br>cat\t\n")
        let objects = try decks.file("words.jsonl", "{\"front\":\"<b>dog</b>\"}\n")
        for path in [table, objects] {
            let deck = try DeckOpening.open(path: path)
            #expect(deck.info.hasMarkup)
            #expect(deck.info.notices.contains { $0.contains("--markup plain") })
            let plain = try DeckOpening.open(path: path, options: .init(hasMarkup: false))
            #expect(!plain.info.hasMarkup)
            #expect(!plain.info.notices.contains { $0.contains("HTML") })
        }
    }
}
