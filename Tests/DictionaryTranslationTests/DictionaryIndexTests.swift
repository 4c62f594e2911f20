import LanguageServices
import TestSupport
import Testing
import Text

@testable import DictionaryTranslation

@Suite struct DictionaryIndexTests {
    static func tags() throws -> (en: LanguageTag, de: LanguageTag) {
        (try #require(LanguageTag("en")), try #require(LanguageTag("de")))
    }

    @Test func whatIsWrittenIsFound() throws {
        let folder = try TemporaryFolder()
        let (en, de) = try Self.tags()
        let entries = [
            TranslationEntry("house", .noun, ["Haus"], ["Firma", "Haus"]),
            TranslationEntry("House", .properNoun, ["Unterhaus"]),
            TranslationEntry("run", .verb, forms: ["ran", "running"], ["laufen"]),
        ]
        let path = folder.path + "/a.pdi"
        let outcome = try DictionaryCompiler.compile(ListSource("a", from: en, to: de, entries), to: path)
        #expect(outcome.info.entryCount == 3)
        let index = try DictionaryIndex(path: path)
        try index.verify()
        #expect(index.info == outcome.info)
        let key = HeadwordFolding(language: "en").key("house")
        let record = try #require(try index.record(key: key))
        #expect(record.headwords == ["house", "House"])
        #expect(record.isForm == [false, false])
        #expect(try index.bestTranslation(key: key) == record.translations.first?.word.text)
        #expect(try record.entry(0).senses == entries[0].senses)
        let ran = try #require(try index.record(key: "ran"))
        #expect(ran.headwords == ["run"])
        #expect(ran.isForm == [true])
        #expect(try index.bestTranslation(key: "nothing") == nil)
        var keys: [String] = []
        try index.forEachKey {
            keys.append(String(decoding: $0, as: UTF8.self)); return true
        }
        #expect(keys == ["house", "ran", "run", "running"])
        var headwords: [String] = []
        try index.forEachEntry { headwords.append($0.headword) }
        #expect(headwords == ["house", "House", "run"])
    }
}
