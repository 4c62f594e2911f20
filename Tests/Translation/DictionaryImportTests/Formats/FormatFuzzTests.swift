import LanguageServices
import Platform
import TestSupport
import Testing

@testable import DictionaryImport
@testable import DictionaryTranslation

/// Damaged dictionaries in all formats: entries or an error, never a crash or an endless loop.
///
/// `FuzzRounds` in the test support sets the duration of each test.
@Suite("Fuzzing dictionary formats") struct FormatFuzzTests {
    /// Tokens that are meaningful in one of the formats.
    private static let words = [
        "<", ">", "(", ")", "[", "]", "{", "}", "/", "//", " /", "\"", ";", ", ", "|", "[[", "]]", "\n", "\n 2.\n",
        "1. ",
        "\r\n", "\t", "\0", "<n, fem>", "see: {", "   Note: ", "&#x110000;", "&amp", "<![CDATA[",
        "99999999999999999999.",
        "(1) ", "_n. ", "1) ", "I.  <N>", "\u{FEFF}", "~", ",", "EntL", "u:5", "[a5]", "\u{301}", "家",
    ]

    @Test func textsOfEntries() {
        let samples = (EntrySamples.all + EntrySamples.markup).map { Array($0.utf8) }
        let readers: [any EntryText] = [
            FreeDictText(style: WordList.Style(), headUsage: GrammarLabel.Usage()),
            FreeDictText(
                style: WordList.Style(usage: GrammarLabel.Usage(hasNeuter: true), hasRunOns: true),
                headUsage: GrammarLabel.Usage(isBreton: true)
            ),
            JapaneseText(hasGenders: true), DingText(), MuellerText(), RomanNumeralText(),
        ]
        var found = 0
        let others = samples.map { $0[...] }
        let count = FuzzRounds.run(least: 60) { mutator in
            let bytes = mutator.mutated(mutator.pick(samples), with: others, words: Self.words)
            bytes.withText { text in
                for reader in readers where check(reader.entry(text)) { found += 1 }
                for type in Array("mtyghxkwnrWPXlz".utf8) {
                    if let fields = StarDictFields.read(text, types: [type]), check(StarDictText.entry("word", fields))
                    {
                        found += 1
                    }
                }
                if let fields = StarDictFields.read(text, types: []) { check(StarDictText.entry("word", fields)) }
                check(Edict.entry(text))
                check(Cedict.entry(text))
            }
        }
        #expect(found > count)
    }

    /// Invariants of every entry.
    @discardableResult
    private func check(_ entry: TranslationEntry?) -> Bool {
        guard let entry else { return false }
        var words = 0
        for sense in entry.senses {
            for word in sense.translations {
                words += 1
                #expect(!word.text.isEmpty)
                #expect(!word.text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F })
            }
        }
        return words > 0
    }

    @Test func containers() throws {
        let fixture = try DictionaryFixture()
        let entries = EntrySamples.freeDict.enumerated().map { (keys: ["key\($0)", "other\($0)"], text: $1) }
        let description = (keys: ["00databaseinfo"], text: "Availability:\n  Licensed under the GPL\nNotes:\n")
        let short = (keys: ["00databaseshort"], text: "A title ver. 1\n")
        let index = try fixture.dictd("deu-eng", entries + [description, short])
        let stardict = try fixture.stardict(
            "eng-rus",
            [
                (word: "one", data: Array("m\(EntrySamples.freeDict[0])".utf8) + [0]),
                (
                    word: "two",
                    data: Array("x\(EntrySamples.markup[0])".utf8) + [0] + Array("W".utf8) + DictionaryFixture.big(2, 4)
                        + [1, 2]
                ),
            ],
            types: nil,
            isPacked: true,
            synonyms: [("uno", 0), ("dos", 1)]
        )
        let tables = try EntrySamples.tables.enumerated().map { try fixture.write("en-x\($0).csv", $1) }
        let lines = try EntrySamples.lines.enumerated().map { try fixture.write("lines\($0)", $1) }
        let archive = try fixture.write(
            "eng-deu.tar",
            TarFixture.pack([("../../eng-deu.tsv", Array(EntrySamples.tables[0].utf8))])
        )
        let opened = [index, stardict] + tables + lines + [archive]
        let names = fixture.folder.names()
        let originals = try names.map { try WholeFile.read(fixture.folder.file($0), limit: 1 << 20) }
        let options = DictionaryOptions(source: LanguageTag("en"), target: LanguageTag("es"))
        var outcomes: [String: Int] = [:]
        let count = try FuzzRounds.run(least: 60) { mutator in
            let place = mutator.below(names.count)
            let path = fixture.folder.file(names[place])
            try Self.replace(path, mutator.damaged(originals[place]))
            for path in opened {
                do {
                    let source = try DictionaryOpening.open(path: path, options: options)
                    var found = 0
                    let report = try source.read(progress: { #expect($0 >= 0 && $0 <= 1) }) { entry in
                        found += 1
                        check(entry)
                    }
                    #expect(report.entries == found)
                    outcomes["read", default: 0] += 1
                } catch let error as ServiceError {
                    #expect(!error.message.isEmpty && !error.message.contains("\n"))
                    outcomes["refused", default: 0] += 1
                }
            }
            try Self.replace(path, originals[place])
        }
        #expect(outcomes["read", default: 0] > count)
        #expect(outcomes["refused", default: 0] > 0)
    }

    private static func replace(_ path: String, _ bytes: [UInt8]) throws {
        // The file is not synced, because it is temporary and is written ten thousand times.
        let file = open(path, O_WRONLY | O_TRUNC | O_CREAT, 0o600)
        try #require(file >= 0)
        defer { close(file) }
        try #require(bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) } == bytes.count)
    }
}
