import DictionaryImport
import DictionaryTranslation
import LanguageServices
import Platform
import TestSupport
import Testing

@Suite("dictd") struct DictdSourceTests {
    private static let about: [(keys: [String], text: String)] = [
        (["00databaseshort"], "German - English Test dictionary ver. 1.2\n"),
        (["00databaseurl"], "https://example.org/\n"),
        (
            ["00databaseinfo"],
            "German - English\n\nAvailability:\n\n  Copyright (C) 2020 Somebody\n  Available under the terms of the GNU General\n"
                + "  Public License ver. 2.0 and any later version. This program comes so.\n\nNotes:\n\n * x\n"
        ),
    ]
    private static let entries: [(keys: [String], text: String)] =
        about + [
            (["haus"], "Haus /haʊs/ <neut, n, sg>\nhouse <n>\n"),
            (["dont"], "don't /x/\nnicht tun\n"),
            (["coemo", "coemere", "coemptum"], "coemo /x/ (coemere /y/) <v>\naufkaufen\n"),
            (["milligram", "milligramme"], "milligram, milligramme /x/ <n>\nMilligramm\n"),
            (["00 gauge"], "00 gauge\nSpur 00\n"),
            (["leer"], "leer /x/\n\n"),
        ]

    @Test(arguments: [true, false]) func entriesAreReadInTheOrderOfTheText(isPacked: Bool) throws {
        let fixture = try DictionaryFixture()
        let index = try fixture.dictd("freedict-deu-eng", Self.entries, isPacked: isPacked)
        let source = try DictionaryOpening.open(path: index)
        #expect(source.info.name == "freedict-deu-eng")
        #expect(source.info.source == LanguageTag("de") && source.info.target == LanguageTag("en"))
        #expect(source.info.title == "German - English Test dictionary" && source.info.version == "1.2")
        #expect(
            source.info.licence
                == "Available under the terms of the GNU General Public License ver. 2.0 and any later version"
        )
        #expect(source.info.attribution == "Copyright (C) 2020 Somebody; https://example.org/")
        let (entries, report) = try source.everything()
        #expect(entries.map(\.headword) == ["Haus", "don't", "coemo", "milligram", "00 gauge"])
        #expect(entries.map(\.forms) == [[], [], ["coemere", "coemptum"], ["milligramme"], []])
        #expect(report.entries == 5 && report.withoutTranslation == 1 && report.damaged == 0)
    }

    @Test func userOptionsTakePrecedence() throws {
        let fixture = try DictionaryFixture()
        let index = try fixture.dictd("words", [(["a"], "a\nb\n")])
        #expect(throws: ServiceError.self) { try DictionaryOpening.open(path: index) }
        let options = DictionaryOptions(
            name: "mine",
            source: LanguageTag("eo"),
            target: LanguageTag("fr"),
            title: "My words",
            licence: "CC0"
        )
        let info = try DictionaryOpening.open(path: index, options: options).info
        #expect(
            info.name == "mine" && info.title == "My words" && info.licence == "CC0" && info.source == LanguageTag("eo")
        )
        for name in ["", "a/b", "../x", ".hidden", String(repeating: "a", count: 101)] {
            #expect(throws: ServiceError.self) {
                try DictionaryOpening.open(
                    path: index,
                    options: DictionaryOptions(name: name, source: LanguageTag("eo"), target: LanguageTag("fr"))
                )
            }
        }
    }

    @Test func truncatedAndDamagedFilesAreErrors() throws {
        let fixture = try DictionaryFixture()
        let index = try fixture.dictd("deu-eng", Self.entries)
        let path = fixture.folder.file("deu-eng.dict.dz")
        let whole = try WholeFile.read(path, limit: 1 << 20)
        var flipped = whole
        flipped[whole.count - 20] ^= 1
        for bytes in [
            Array(whole.dropLast(1)), Array(whole.dropLast(9)), Array(whole.prefix(whole.count / 2)), flipped,
        ] {
            _ = try fixture.write("deu-eng.dict.dz", bytes)
            let error = #expect(throws: ServiceError.self) {
                _ = try DictionaryOpening.open(path: index).everything()
            }
            #expect(
                error?.code == .io && error?.message.contains("damaged or truncated") == true,
                "\(String(describing: error))"
            )
            #expect(error?.remedy != nil)
        }
    }

    @Test func invalidIndexLinesAreCounted() throws {
        let fixture = try DictionaryFixture()
        var (index, texts) = DictionaryFixture.dictd((0..<100).map { (keys: ["k\($0)"], text: "k\($0)\nword\n") })
        let size = DictionaryFixture.base64(texts.count)
        // Past the end, across the end, too large, not numbers, no columns, too many digits.
        let lies = [
            "x\tzzzz\tB", "y\tA\tzzzz", "y2\t\(size)\tB", "z\tA\tzzzzzzzz", "w\t!\tB", "v\tA", "u", "t\tAAAAAAAAAA\tB",
        ]
        index += lies.flatMap { Array("\($0)\n".utf8) }
        _ = try fixture.write("eng-deu.dict", texts)
        let path = try fixture.write("eng-deu.index", index)
        let (entries, report) = try DictionaryOpening.open(path: path).everything()
        #expect(entries.count == 100)
        #expect(report.damaged == lies.count)
        #expect(report.firstDamage?.isEmpty == false)
        // An index with mostly invalid lines is rejected.
        let other = try fixture.write("fra-deu.index", lies.joined(separator: "\n"))
        _ = try fixture.write("fra-deu.dict", texts)
        #expect(throws: ServiceError.self) { try DictionaryOpening.open(path: other) }
    }

    @Test func overlappingTextsAreBounded() throws {
        let fixture = try DictionaryFixture()
        let texts = [UInt8](repeating: UInt8(ascii: "a"), count: 64 << 10)
        _ = try fixture.write("eng-deu.dict", texts)
        // Each text has a different length, so that no two are equal: more than 100 MiB in total.
        let lines = (0..<2000).map { "k\($0)\tA\t\(DictionaryFixture.base64(texts.count - $0))\n" }.joined()
        let path = try fixture.write("eng-deu.index", lines)
        let error = #expect(throws: ServiceError.self) { _ = try DictionaryOpening.open(path: path).everything() }
        #expect(error?.code == .limitExceeded)
    }

    @Test func invalidUTF8BecomesReplacementCharacters() throws {
        let fixture = try DictionaryFixture()
        let text: [UInt8] = Array("w".utf8) + [0xFF] + Array("x\nm".utf8) + [0xC3, 0x28, 0x1B] + Array("[0mn\n".utf8)
        _ = try fixture.write("eng-deu.dict", text)
        let path = try fixture.write("eng-deu.index", "wx\tA\t\(DictionaryFixture.base64(text.count))\n")
        let entry = try #require(try DictionaryOpening.open(path: path).everything().entries.first)
        #expect(entry.headword == "w\u{FFFD}x")
        #expect(entry.texts.joined().allSatisfy { !$0.unicodeScalars.contains("\u{1B}") })
    }

    @Test func theFourthColumnIsTheUnfoldedKey() throws {
        let fixture = try DictionaryFixture()
        let text = "a\nb\n"
        _ = try fixture.write("eng-deu.dict", text)
        let path = try fixture.write("eng-deu.index", "dont\tA\tE\tdon't\nother\tA\tE\n")
        let entry = try #require(try DictionaryOpening.open(path: path).everything().entries.first)
        #expect(Set(entry.forms) == ["don't", "other"])
    }

    @Test func gzipBombsAreBounded() throws {
        let fixture = try DictionaryFixture()
        // 40 MB of zeros in 40 kB; the entry is at the beginning.
        _ = try fixture.write("eng-deu.dict.dz", GzipFixture.zeros(40 << 20))
        let path = try fixture.write("eng-deu.index", "a\tA\tE\n")
        #expect(throws: ServiceError.self) { _ = try DictionaryOpening.open(path: path).everything() }
    }
}
