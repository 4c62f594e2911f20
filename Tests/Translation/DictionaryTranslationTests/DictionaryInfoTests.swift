import DictionaryTranslation
import LanguageServices
import Testing

@Suite struct DictionaryInfoTests {
    @Test func whatADictionarySaysOfItselfIsKept() throws {
        let info = DictionaryInfo(
            name: "freedict-eng-deu",
            source: try #require(LanguageTag("en")),
            target: try #require(LanguageTag("de")),
            format: "dictd",
            licence: "GPL-3.0-or-later"
        )
        #expect(info.licence == "GPL-3.0-or-later")
        #expect(info.entryCount == 0)
    }
}
