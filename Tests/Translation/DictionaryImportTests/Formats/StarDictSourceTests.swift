import DictionaryImport
import DictionaryTranslation
import LanguageServices
import Platform
import Testing

@Suite("StarDict") struct StarDictSourceTests {
    private static let options = DictionaryOptions(source: LanguageTag("en"), target: LanguageTag("de"))

    @Test(arguments: [false, true], [false, true]) func oneTypeForAllEntries(isWide: Bool, isPacked: Bool) throws {
        let fixture = try DictionaryFixture()
        let path = try fixture.stardict(
            "dictionary",
            [
                ("house", Array("[haʊs]\nn. Haus, Heim\n2. Gebäude".utf8)), ("go", Array("gehen; fahren".utf8)),
            ],
            isWide: isWide,
            isPacked: isPacked,
            synonyms: [("houses", 0), ("went", 1), ("nobody", 7)]
        )
        let source = try DictionaryOpening.open(path: path, options: Self.options)
        #expect(source.info.title == "A dictionary" && source.info.attribution == "Somebody")
        let (entries, report) = try source.everything()
        #expect(report.entries == 2 && report.damaged == 0)
        #expect(entries.map(\.headword) == ["house", "go"])
        #expect(entries.map(\.forms) == [["houses"], ["went"]])
        #expect(entries.first?.pronunciations == ["haʊs"])
        #expect(entries.first?.partsOfSpeech == [.noun])
        #expect(entries.first?.texts == [["Haus", "Heim"], ["Gebäude"]])
    }

    @Test func eachFieldWithItsType() throws {
        let fixture = try DictionaryFixture()
        let picture = Array("P".utf8) + DictionaryFixture.big(3, 4) + [1, 0, 2]
        let path = try fixture.stardict(
            "dictionary",
            [
                ("水", Array("yみず".utf8) + [0] + picture + Array("mWasser".utf8) + [0]),
                ("two", Array("ttuː".utf8) + [0] + Array("mzwei".utf8)),
            ],
            types: nil
        )
        let (entries, _) = try DictionaryOpening.open(path: path, options: Self.options).everything()
        #expect(entries.map(\.reading) == ["みず", nil])
        #expect(entries.map(\.texts) == [[["Wasser"]], [["zwei"]]])
        #expect(entries.last?.pronunciations == ["tuː"])
    }

    @Test func markupBecomesStructure() throws {
        let fixture = try DictionaryFixture()
        let entries: [(type: String, text: String)] = [
            ("x", EntrySamples.markup[0]), ("g", EntrySamples.markup[1]), ("h", EntrySamples.markup[2]),
        ]
        var found: [TranslationEntry] = []
        for (type, text) in entries {
            let path = try fixture.stardict("d\(type)", [("word", Array(text.utf8))], types: type)
            found += try DictionaryOpening.open(path: path, options: Self.options).everything().entries
        }
        try #require(found.count == 3)
        #expect(found[0].pronunciations == ["haʊs"] && found[0].partsOfSpeech == [.noun])
        #expect(found[0].texts == [["дом", "жилище"]])
        #expect(found[0].senses.first?.examples == [TranslationExample("a house", translation: "дом")])
        #expect(found[0].seeAlso == ["home"])
        #expect(
            found[1].texts.joined().contains("chor é 😀 a < b") || found[1].texts.joined().contains("& chor é 😀 a < b")
        )
        #expect(found[2].texts == [["one"], ["twox <y>"], ["three"]] || found[2].texts.first == ["one"])
    }

    @Test func wordsWithTheSameTextShareAnEntry() throws {
        let fixture = try DictionaryFixture()
        let path = try fixture.stardict("dictionary", [("color", Array("Farbe".utf8))])
        let index = Array("color".utf8) + [0] + DictionaryFixture.big(0, 4) + DictionaryFixture.big(5, 4)
        let other = Array("colour".utf8) + [0] + DictionaryFixture.big(0, 4) + DictionaryFixture.big(5, 4)
        _ = try fixture.write("dictionary.idx", index + other)
        let (entries, _) = try DictionaryOpening.open(path: path, options: Self.options).everything()
        #expect(entries.map(\.headword) == ["color"] && entries.first?.forms == ["colour"])
    }

    @Test func invalidIndexEntriesAreCounted() throws {
        let fixture = try DictionaryFixture()
        let path = try fixture.stardict("dictionary", [("a", Array("b".utf8))])
        func line(_ word: String, _ offset: Int, _ count: Int) -> [UInt8] {
            Array(word.utf8) + [0] + DictionaryFixture.big(offset, 4) + DictionaryFixture.big(count, 4)
        }
        // A gigabyte of text, an offset past the end, and an unterminated word.
        let index = line("a", 0, 1) + line("big", 0, 1 << 30) + line("far", 0xFFFF_FFFF, 1) + Array("endless".utf8)
        _ = try fixture.write("dictionary.idx", index)
        let (entries, report) = try DictionaryOpening.open(path: path, options: Self.options).everything()
        #expect(entries.map(\.headword) == ["a"])
        #expect(report.damaged == 3)
        #expect(report.firstDamage?.contains("ends prematurely") == true)
    }

    @Test func missingFilesAreNamed() throws {
        let fixture = try DictionaryFixture()
        let path = try fixture.stardict("dictionary", [("a", Array("b".utf8))])
        let missing = try fixture.write("other.ifo", try WholeFile.read(path, limit: 1000))
        let error = #expect(throws: ServiceError.self) {
            try DictionaryOpening.open(path: missing, options: Self.options)
        }
        #expect(error?.message.contains("the index") == true)
        _ = try fixture.write("dictionary.ifo", "something else\nversion=3\n")
        #expect(throws: ServiceError.self) { try DictionaryOpening.open(path: path, options: Self.options) }
        #expect(throws: ServiceError.self) { try DictionaryOpening.open(path: path) }
    }
}
