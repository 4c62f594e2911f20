import DictionaryImport
import DictionaryTranslation
import LanguageServices
import TestSupport
import Testing

@Suite("Tables") struct TableSourceTests {
    @Test func otherEncodingsAreRejected() throws {
        let fixture = try DictionaryFixture()
        let options = DictionaryOptions(source: LanguageTag("en"), target: LanguageTag("fr"))
        let latin = Array("school\t".utf8) + [0xE9] + Array("cole\n".utf8)
        let error = #expect(throws: ServiceError.self) {
            try DictionaryOpening.open(path: try fixture.write("latin.tsv", latin), options: options)
        }
        #expect(error?.message.contains("is not UTF-8") == true)
        let many = (0..<60).flatMap { Array("word\($0)\tmot\($0)\n".utf8) } + latin
        let source = try DictionaryOpening.open(path: try fixture.write("many.tsv", many), options: options)
        let (entries, report) = try source.everything()
        #expect(entries.count == 60 && report.damaged == 1)
        #expect(report.firstDamage == "line 61 is not UTF-8")
    }

    @Test func namedColumnsInAnyOrder() throws {
        let fixture = try DictionaryFixture()
        let text =
            "\u{FEFF}# from: en\r\n# to: es\r\n# name: my-words\r\n# title: My words\r\n# licence: CC0\r\n"
            + "Translations\tPOS\theadword\tlevel\tsense\tIPA\tgenders\texamples\tsee\tSource list\r\n"
            + "casa {f}; hogar {m} | vivienda (old)\tnoun\thouse\tA1\tbuilding\t/haʊs/\t\ta house = una casa | home\thome; flat\t7\r\n"
            + "\r\nagua {f}\tn\twater\t\t\t\t\t\t\t\r\n\tnoun\tempty\t\t\t\t\t\t\t\r\n"
        let source = try DictionaryOpening.open(path: try fixture.write("x.tsv", text))
        #expect(source.info.name == "my-words" && source.info.title == "My words" && source.info.licence == "CC0")
        #expect(source.info.source == LanguageTag("en") && source.info.target == LanguageTag("es"))
        let (entries, report) = try source.everything()
        #expect(report.entries == 2 && report.withoutTranslation == 1 && report.damaged == 0)
        let house = try #require(entries.first)
        #expect(house.headword == "house" && house.partsOfSpeech == [.noun] && house.labels == ["A1"])
        #expect(
            house.pronunciations == ["haʊs"] && house.seeAlso == ["home", "flat"] && house.notes == ["Source list: 7"]
        )
        let sense = try #require(house.senses.first)
        #expect(sense.definition == "building")
        #expect(
            sense.translations == [
                TranslatedWord("casa", genders: [.feminine]), TranslatedWord("hogar", genders: [.masculine]),
                TranslatedWord("vivienda", labels: ["old"]),
            ]
        )
        #expect(sense.examples == [TranslationExample("a house", translation: "una casa"), TranslationExample("home")])
    }

    @Test func theFolderNamesTheLanguages() throws {
        let fixture = try DictionaryFixture()
        let folder = try fixture.folder.folder("en-ja")
        _ = folder
        let path = try fixture.write("en-ja/words.tsv", "headword\tpos\tsense\ttranslations\nwater\tnoun\t\t水 [みず]\n")
        for place in [path, fixture.folder.file("en-ja")] {
            let source = try DictionaryOpening.open(path: place)
            #expect(source.info.name == "en-ja" && source.info.target == LanguageTag("ja"))
            let (entries, _) = try source.everything()
            #expect(entries.first?.senses.first?.translations == [TranslatedWord("水", reading: "みず")])
        }
    }

    @Test(arguments: [
        ("Haus;house, home;noun\nHund;dog;noun\n", [["house", "home"], ["dog"]]),
        ("Haus\thouse\nHund\tdog; hound\n", [["house"], ["dog", "hound"]]),
        ("Haus,\"house, home\"\nHund,dog\n", [["house", "home"], ["dog"]]),
        ("Haus,\"a \"\"house\"\"\"\nHund,\"two\nlines\"\n", [["a \"house\""], ["two lines"]]),
        ("Haus\t\"house\" of cards\nHund\tdog", [["\"house\" of cards"], ["dog"]]),
    ])
    func withoutNamesTheFirstColumnIsTheWord(text: String, translations: [[String]]) throws {
        let fixture = try DictionaryFixture()
        let (entries, report) = try DictionaryOpening.open(path: try fixture.write("deu-eng.csv", text)).everything()
        #expect(entries.map { $0.texts.joined() }.map(Array.init) == translations)
        #expect(entries.map(\.headword) == ["Haus", "Hund"] && report.damaged == 0)
    }

    @Test func unclosedQuotationMarksAreLiteral() throws {
        let fixture = try DictionaryFixture()
        let text = "a,b\nc,\"d\n" + String(repeating: "e,f\n", count: 3000) + "g,\"h\nword\n"
        let (entries, report) = try DictionaryOpening.open(path: try fixture.write("deu-eng.csv", text)).everything()
        #expect(entries.count == 3003)
        #expect(entries.map(\.headword).prefix(3) == ["a", "c", "e"])
        #expect(entries[1].texts == [["\"d"]] && entries.last?.headword == "g")
        #expect(report.damaged == 1 && report.firstDamage == "line 3004 has only one column")
    }

    @Test func otherTextsAreRejected() throws {
        let fixture = try DictionaryFixture()
        for text in ["", "\n\n", "word\n", "headword\tpos\nhouse\tnoun\n"] {
            let path = try fixture.write("deu-eng.tsv", text)
            #expect(throws: ServiceError.self) { try DictionaryOpening.open(path: path) }
        }
        let path = try fixture.write("deu-eng.tsv", [0xFF, 0xFE] + Array("a\0\t\0b\0\n\0".utf8))
        let error = #expect(throws: ServiceError.self) { try DictionaryOpening.open(path: path) }
        #expect(error?.remedy == "save it as UTF-8")
    }
}
