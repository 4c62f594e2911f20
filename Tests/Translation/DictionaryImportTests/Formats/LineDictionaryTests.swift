import Language
import LanguageServices
import Testing

@testable import DictionaryImport
@testable import DictionaryTranslation

@Suite("EDICT and CC-CEDICT") struct LineDictionaryTests {
    @Test func edictIsReadFromEUC() throws {
        let fixture = try DictionaryFixture()
        // "？？？ /T/Created: 2021-02-03/" and "家 [いえ] /(n) (1) house/residence, e.g. of X/(2) (uk) family/(P)/" in EUC-JP.
        let mark: [UInt8] = [0xA1, 0xA9]
        let house: [UInt8] = [0xB2, 0xC8]
        let ie: [UInt8] = [0xA4, 0xA4, 0xA4, 0xA8]
        let bytes =
            mark + mark + mark + Array(" /The Title/Copyright X/Created: 2021-02-03/\n".utf8) + house + Array(" [".utf8)
            + ie
            + Array("] /(n) (1) house/residence, e.g. of X/(2) (uk) family/(P)/\n".utf8)
            + house + Array(" /(v5r,vi) to go/\n".utf8)
        let path = try fixture.write("edict", bytes)
        let source = try DictionaryOpening.open(path: path)
        #expect(
            source.info.format == "edict" && source.info.title == "The Title" && source.info.version == "2021-02-03"
        )
        #expect(source.info.source == LanguageTag("ja") && source.info.target == LanguageTag("en"))
        let (entries, report) = try source.everything()
        #expect(report.entries == 2 && report.damaged == 0)
        let entry = try #require(entries.first)
        #expect(entry.headword == "家" && entry.reading == "いえ" && entry.forms == ["いえ"])
        #expect(entry.partsOfSpeech == [.noun] && entry.labels == ["common"])
        #expect(entry.texts == [["house", "residence, e.g. of X"], ["family"]])
        #expect(entry.senses.last?.labels == ["usually kana"])
        #expect(entries.last?.partsOfSpeech == [.verb] && entries.last?.senses.first?.labels == ["intransitive"])
    }

    @Test func edict2HasSeveralSpellings() throws {
        let fixture = try DictionaryFixture()
        let path = try fixture.write("edict2", "何処(P);何所 [どこ(P);いずこ] /(pn) (1) where/(P)/EntL1577140X/\n")
        let entry = try #require(try DictionaryOpening.open(path: path).everything().entries.first)
        #expect(entry.headword == "何処" && entry.reading == "どこ" && entry.forms == ["何所", "どこ", "いずこ"])
        #expect(entry.partsOfSpeech == [.pronoun] && entry.texts == [["where"]])
    }

    @Test func cedictHasBothSpellingsAndToneMarks() throws {
        let fixture = try DictionaryFixture()
        let path = try fixture.write("cedict_ts.u8", EntrySamples.lines[1])
        let source = try DictionaryOpening.open(path: path)
        #expect(source.info.format == "cedict" && source.info.licence == "x")
        let (entries, _) = try source.everything()
        let learn = try #require(entries.first)
        #expect(learn.headword == "学习" && learn.forms == ["學習"] && learn.reading == "xué xí")
        #expect(learn.texts == [["to learn"], ["to study"]])
        #expect(learn.notes == ["classifier: 个 (gè),家 (jiā)"])
        #expect(entries.last?.reading == "nǚ" && entries.last?.texts == [["woman", "lady"]])
    }

    @Test(arguments: [
        ("xue2 xi2", "xué xí"), ("nu:3", "nǚ"), ("lu:e4", "lüè"), ("hou4", "hòu"), ("gui4", "guì"), ("liu2", "liú"),
        ("Bei3 jing1", "Běi jīng"), ("ma5", "ma"), ("r5", "r"), ("m2", "ḿ"), ("xx5", "xx"), ("T xu4", "T xù"), ("", ""),
        ("A A zhi4", "A A zhì"), ("9", "9"), ("zh4", "zh"),
    ])
    func pinyin(numbers: String, marks: String) {
        #expect(Pinyin.marked(numbers) == marks)
    }

    @Test func otherLinesAreCounted() throws {
        let fixture = try DictionaryFixture()
        let good = String(repeating: EntrySamples.lines[1], count: 3)
        let path = try fixture.write("cedict_ts.u8", good + "nothing\n[/\n/ /\n學 学 [xue2\n")
        let (entries, report) = try DictionaryOpening.open(path: path, options: DictionaryOptions(format: .cedict))
            .everything()
        #expect(entries.count == 6 && report.damaged == 4)
        #expect(report.firstDamage == "line 13 is not a valid entry")
    }

    @Test func overlongLinesAreSkipped() throws {
        let fixture = try DictionaryFixture()
        let endless = String(repeating: "x", count: 3 << 20)
        let path = try fixture.write("cedict_ts.u8", EntrySamples.lines[1] + endless + "\n" + EntrySamples.lines[1])
        let (entries, report) = try DictionaryOpening.open(path: path).everything()
        #expect(entries.count == 4 && report.damaged >= 1)
    }
}
