import DictionaryTestSupport
import Language
import LanguageServices
import Platform
import TestSupport
import Testing

@testable import DictionaryImport
@testable import DictionaryTranslation

/// Everything that is written to an index can be found in it.
@Suite struct DictionaryIndexTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func index(_ entries: [TranslationEntry], seed: UInt64 = 1) throws -> DictionaryIndex {
        let source = ListSource("a", from: try Tags.en(), to: try Tags.de(), entries)
        let path = folder.file("a.pdi")
        _ = try DictionaryCompiler.compile(source, to: path, opposites: [], seed: seed, progress: { _ in })
        let index = try DictionaryIndex(path: path)
        try index.verify()
        return index
    }

    private func keys(_ index: DictionaryIndex) throws -> [String] {
        var keys: [String] = []
        try index.forEachKey {
            keys.append(String(decoding: $0, as: UTF8.self))
            return true
        }
        return keys
    }

    @Test func headwordsFormsAndOrder() throws {
        let entries = [
            TranslationEntry("house", .noun, ["Haus"], ["Firma", "Haus"]),
            TranslationEntry("House", .properNoun, ["Unterhaus"]),
            TranslationEntry("run", .verb, forms: ["ran", "running", "run"], ["laufen"]),
        ]
        let index = try index(entries)
        #expect(index.info.entryCount == 3)
        let record = try #require(try index.record(key: "house"))
        #expect(record.headwords == ["house", "House"])
        #expect(record.isForm == [false, false])
        #expect(try index.bestTranslation(key: "house") == "Haus")
        #expect(record.translations.map(\.word.text) == ["Haus", "Firma", "Unterhaus"])
        #expect(record.translations.map(\.entry) == [0, 0, 1])
        #expect(record.translations.map(\.sense) == [0, 1, 0])
        #expect(record.translations.first?.partOfSpeech == .noun)
        #expect(try record.entry(0).senses == entries[0].senses)
        #expect(try record.entry(1).dictionary == "a")
        #expect(throws: ServiceError.self) { try record.entry(2) }
        #expect(throws: ServiceError.self) { try record.entry(-1) }
        let ran = try #require(try index.record(key: "ran"))
        #expect(ran.headwords == ["run"])
        #expect(ran.isForm == [true])
        // A form that is spelled like the headword is treated as the headword.
        #expect(try index.record(key: "run")?.isForm == [false])
        #expect(try index.bestTranslation(key: "nothing") == nil)
        #expect(try index.contains(key: "running"))
        #expect(try !index.contains(key: ""))
        #expect(try keys(index) == ["house", "ran", "run", "running"])
        var headwords: [String] = []
        try index.forEachEntry { headwords.append($0.headword) }
        #expect(headwords == ["house", "House", "run"])
        var first: [String] = []
        try index.forEachKey {
            first.append(String(decoding: $0, as: UTF8.self))
            return false
        }
        #expect(first == ["house"])
    }

    @Test func everyPartOfAnEntryIsKept() throws {
        let entry = TranslationEntry(
            headword: "家",
            reading: "いえ",
            pronunciations: ["ie", "i.e"],
            partsOfSpeech: [.noun, PartOfSpeech(rawValue: "counter")],
            genders: [.masculine, .feminine, .neuter, .common],
            forms: ["イエ"],
            labels: ["common"],
            senses: [
                TranslationSense(
                    partOfSpeech: .properNoun,
                    translations: [
                        TranslatedWord("Haus", reading: "x", genders: [.neuter], labels: ["a", "b"]),
                        TranslatedWord("Heim"),
                    ],
                    definition: "a building",
                    labels: ["arch."],
                    examples: [TranslationExample("家です", translation: "ein Haus"), TranslationExample("家")]
                ),
                TranslationSense(translations: []),
            ],
            seeAlso: ["宅"],
            notes: ["a note"],
            dictionary: "a"
        )
        let index = try index([entry])
        let record = try #require(try index.record(key: "いえ"))
        #expect(try record.entry(0) == entry)
        #expect(try record.references(0) == ["宅"])
        #expect(throws: ServiceError.self) { try record.references(1) }
        #expect(record.headwords == ["いえ"])
        #expect(try index.record(key: "家")?.headwords == ["家"])
        #expect(record.translations.first?.word.reading == "x")
        #expect(record.translations.first?.word.labels == ["a", "b"])
    }

    @Test func spellingsOfAHeadword() throws {
        let index = try index([
            TranslationEntry("colo(u)r", .noun, ["Farbe"]),
            TranslationEntry("to go", .verb, ["gehen"]),
            TranslationEntry("to and fro", .adverb, ["hin und her"]),
            TranslationEntry("the sun", .noun, ["Sonne"]),
            TranslationEntry("give sb. sth.", .verb, ["geben"]),
            TranslationEntry("(shopping) cart", .noun, ["Wagen"]),
            TranslationEntry("to", .preposition, ["zu"]),
        ])
        for key in ["color", "colour", "go", "togo", "sun", "give", "cart", "shoppingcart", "to"] {
            #expect(try index.contains(key: key), "\(key)")
        }
        #expect(try index.record(key: "colour")?.headwords == ["colour"])
        #expect(try index.record(key: "go")?.headwords == ["go"])
        // Only verbs lose their "to".
        #expect(try !index.contains(key: "andfro"))
    }

    @Test func equalEntriesAndSensesCountOnce() throws {
        let path = folder.file("b.pdi")
        let one = TranslationEntry("domo", ["house", "house"], ["house", "house"])
        let source = ListSource(
            "b",
            from: try Tags.en(),
            to: try Tags.de(),
            [one, one, TranslationEntry("x", ["y"]), one]
        )
        let outcome = try DictionaryCompiler.compile(source, to: path)
        #expect(outcome.info.entryCount == 2)
        #expect(outcome.repeated == 2)
        #expect(outcome.report.entries == 4)
        let record = try #require(try DictionaryIndex(path: path).record(key: "domo"))
        #expect(record.translations.count == 1)
        #expect(try record.entry(0).senses == [TranslationSense(translations: [TranslatedWord("house")])])
    }

    @Test func anEmptyDictionary() throws {
        let index = try index([])
        #expect(index.info.entryCount == 0)
        #expect(try index.record(key: "a") == nil)
        #expect(try keys(index).isEmpty)
    }

    @Test func oddHeadwords() throws {
        let long = String(repeating: "lang", count: 25_000)
        let scripts = ["Ελλάδα", "Россия", "עברית", "العربية", "हिन्दी", "ไทย", "한국어", "日本語", "🙂", "Ⅷ", "e\u{301}"]
        let odd = ["???", "", "   ", "\u{0}", "a\u{0}b", "()", "(", "(a", "a)b(", "to ", "the the", "-", "\u{202E}x"]
        let index = try index((scripts + odd + [long]).map { TranslationEntry($0, ["T" + $0.prefix(10)]) })
        let folding = HeadwordFolding(language: "en")
        for headword in scripts + ["???", "a\u{0}b", long] {
            let key = folding.key(headword)
            #expect(!key.isEmpty)
            #expect(try index.record(key: key)?.headwords.contains(headword) == true, "\(headword.prefix(20))")
        }
        let all = try keys(index)
        #expect(all == all.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        #expect(Set(all).count == all.count)
        #expect(index.keyCount == all.count)
    }

    @Test func manyEntriesOfOneHeadword() throws {
        let index = try index((0..<3000).map { TranslationEntry("set", ["Wort \($0)"]) })
        let record = try #require(try index.record(key: "set"))
        #expect(record.translations.count == 3000)
        #expect(Set(record.translations.map(\.entry)).count == 3000)
        #expect(try record.entry(2999).headword == "set")
    }

    @Test func findsAllOfManyKeysAndNoOthers() throws {
        let words = (0..<6000).map { "w\(String($0, radix: 36))x" }
        let index = try index(words.map { TranslationEntry($0, ["t" + $0]) })
        for word in words { #expect(try index.bestTranslation(key: word) == "t" + word) }
        for word in words { #expect(try index.bestTranslation(key: word + "y") == nil) }
    }

    /// Texts of sixteen letters with the same hash for a seed.
    private func collisions(_ count: Int, seed: UInt64) -> [String] {
        func word(_ bytes: [UInt8]) -> UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
        var generator = SplitMix64(seed: 7)
        let start = IndexHash.start(16, seed)
        var found: [String] = []
        var wanted: UInt64?
        while found.count < count {
            let first = (0..<8).map { _ in UInt8(ascii: "a") + UInt8(generator.below(26)) }
            let state = IndexHash.step(start, word(first))
            let goal = wanted ?? (state ^ word(Array("colliding".utf8.prefix(8))))
            wanted = goal
            let second = withUnsafeBytes(of: (state ^ goal).littleEndian) { Array($0) }
            // Only ASCII is certain to be valid UTF-8. The key below is constructed, so it need not consist of letters.
            if second.allSatisfy({ $0 < 0x80 }) { found.append(String(decoding: first + second, as: UTF8.self)) }
        }
        return found
    }

    @Test func keysOfOneHash() throws {
        let seed: UInt64 = 1
        // 500 keys exceed the search limit of 64 buckets, so the writer chooses another seed.
        for count in [2, 20, 500] {
            let keys = collisions(count + 1, seed: seed)
            #expect(Set(keys.map { IndexHash.of($0, seed: seed) }).count == 1)
            #expect(Set(keys).count == keys.count)
            let path = folder.file("c.pdi")
            var writer = try IndexWriter(path: path, seed: seed)
            for (number, key) in keys.dropLast().enumerated() {
                let entry = TranslationEntry("h", ["t\(number)"])
                let keys = [EntryKey(key: key, spelling: "h", isForm: false)]
                #expect(try writer.add(PreparedEntry(entry, keys: keys)))
            }
            let info = ListSource("c", from: try Tags.en(), to: try Tags.de(), []).info
            var ranking = TranslationRanking(info: info, opposites: [])
            ranking.count(TranslationEntry("h", ["x"]))
            _ = try writer.finish(info, ranking: ranking)
            let index = try DictionaryIndex(path: path)
            try index.verify()
            #expect((index.header.seed == seed) == (count < 448))
            for (number, key) in keys.dropLast().enumerated() {
                #expect(try index.bestTranslation(key: key) == "t\(number)")
            }
            #expect(try index.contains(key: try #require(keys.last)) == false)
        }
    }

    @Test func compilationIsDeterministic() throws {
        let entries = (0..<500).map { TranslationEntry("w\($0 % 300)", ["a\($0)", "b\($0 % 7)"]) }
        let first = try index(entries)
        let bytes = Array(first.file.bytes)
        let second = try index(entries)
        #expect(bytes == Array(second.file.bytes))
    }

    @Test func aReplacedFileStaysReadableWhileOpen() throws {
        let old = try index([TranslationEntry("old", ["alt"])])
        let new = try index([TranslationEntry("new", ["neu"])])
        #expect(try old.bestTranslation(key: "old") == "alt")
        #expect(try new.bestTranslation(key: "old") == nil)
        #expect(try new.bestTranslation(key: "new") == "neu")
    }

    @Test func manyReadersWhileItIsReplaced() async throws {
        let words = (0..<400).map { "word\($0)" }
        func entries(_ round: Int) -> [TranslationEntry] { words.map { TranslationEntry($0, ["t\(round) \($0)"]) } }
        _ = try index(entries(0))
        let path = folder.file("a.pdi")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for reader in 0..<4 {
                group.addTask {
                    for round in 0..<30 {
                        let index = try DictionaryIndex(path: path)
                        for word in words.dropFirst(reader) {
                            let text = try #require(try index.bestTranslation(key: word))
                            #expect(text.hasSuffix(" " + word))
                        }
                        if round % 10 == 0 { try index.verify() }
                    }
                }
            }
            for round in 1...5 { _ = try index(entries(round)) }
            try await group.waitForAll()
        }
    }

    @Test func aSourceThatFailsLeavesTheOldIndex() throws {
        struct Failing: DictionarySource {
            let info: DictionaryInfo
            func read(progress: (Double) -> Void, entry: (TranslationEntry) throws -> Void) throws
                -> DictionaryReadReport
            {
                try entry(TranslationEntry("x", ["y"]))
                throw ServiceError(.io, "the disk is on fire")
            }
        }
        let old = try index([TranslationEntry("old", ["alt"])])
        #expect(throws: ServiceError.self) {
            try DictionaryCompiler.compile(Failing(info: old.info), to: folder.file("a.pdi"))
        }
        #expect(folder.names() == ["a.pdi"])
        #expect(try DictionaryIndex(path: folder.file("a.pdi")).contains(key: "old"))
    }
}

@Suite struct DictionaryInfoTests {
    @Test func descriptionsAreKept() throws {
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
