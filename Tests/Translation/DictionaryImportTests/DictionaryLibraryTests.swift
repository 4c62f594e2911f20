import DictionaryTestSupport
import LanguageServices
import Platform
import TestSupport
import Testing

@testable import DictionaryImport
@testable import DictionaryTranslation

/// The folder of installed dictionaries.
@Suite struct DictionaryLibraryTests {
    private let folder: TemporaryFolder
    private let library: DictionaryLibrary

    init() throws {
        folder = try TemporaryFolder()
        library = DictionaryLibrary(folder: folder.file("share/dictionaries"))
    }

    private func source(_ name: String, _ word: String = "house", _ translation: String = "Haus") throws -> ListSource {
        ListSource(name, from: try Tags.en(), to: try Tags.de(), [TranslationEntry(word, .noun, [translation])])
    }

    @Test func importListAndRemove() throws {
        #expect(try library.list().isEmpty)
        let outcome = try library.importDictionary(try source("a"))
        #expect(outcome.dictionary.info.entryCount == 1)
        #expect(outcome.ranked.isEmpty)
        let list = try library.list()
        #expect(list.map(\.name) == ["a"])
        #expect(try list.first?.info.get() == outcome.dictionary.info)
        #expect(list.first.map { $0.size > 256 } == true)
        #expect(try library.open("a").bestTranslation(key: "house") == "Haus")
        try library.verify("a")
        try library.remove("a")
        #expect(try library.list().isEmpty)
        #expect(TemporaryFolder.names(in: library.folder).isEmpty)
        #expect(throws: ServiceError.self) { try library.remove("a") }
        #expect(throws: ServiceError.self) { try library.open("a").info }
    }

    @Test func takenNamesAreRejected() throws {
        try library.importDictionary(try source("a"))
        let error = #expect(throws: ServiceError.self) { try library.importDictionary(try source("a", "x", "y")) }
        #expect(error?.code == .invalidRequest)
        #expect(error?.remedy?.contains("--replace") == true)
        #expect(try library.open("a").contains(key: "house"))
        let open = try library.open("a")
        try library.importDictionary(try source("a", "x", "y"), replaces: true)
        #expect(try library.open("a").bestTranslation(key: "x") == "y")
        #expect(try open.contains(key: "house"))
        try library.importDictionary(try source("a"), name: "b")
        #expect(try library.list().map(\.name) == ["a", "b"])
        #expect(try library.open("b").info.name == "b")
    }

    @Test(arguments: [
        "", ".", "..", "../a", "a/b", ".hidden", "-x", "ä", "a b", "a\n", String(repeating: "x", count: 101),
    ])
    func invalidNamesAreRejected(_ name: String) throws {
        let error = #expect(throws: ServiceError.self) { try library.importDictionary(try source("a"), name: name) }
        #expect(error?.code == .invalidRequest)
        #expect(throws: ServiceError.self) { try library.open(name) }
        #expect(throws: ServiceError.self) { try library.remove(name) }
        #expect(try library.list().isEmpty)
    }

    @Test func damagedDictionariesAreListedWithTheReason() throws {
        try library.importDictionary(try source("good"))
        try library.importDictionary(try source("cut"))
        let bytes = try WholeFile.read(library.path("cut"), limit: 1 << 20)
        try AtomicFile.write(Array(bytes.dropLast(8)), to: library.path("cut"))
        try AtomicFile.write([1, 2, 3], to: library.path("foreign"))
        try AtomicFile.write([1, 2, 3], to: library.folder + "/notes.txt")
        let list = try library.list()
        #expect(list.map(\.name) == ["cut", "foreign", "good"])
        #expect(throws: ServiceError.self) { try list[0].info.get() }
        #expect(throws: ServiceError.self) { try list[1].info.get() }
        #expect(try list[2].info.get().name == "good")
        #expect(try library.dictionaries(from: Tags.en(), to: Tags.de()).map(\.info.name) == ["good"])
        // The index can be replaced and removed while it is open.
        try library.importDictionary(try source("cut"), replaces: true)
        try library.remove("foreign")
        #expect(try library.list().map(\.name) == ["cut", "good"])
    }

    @Test func equivalentLanguageCodesMatch() throws {
        let deu = try #require(LanguageTag("deu"))
        let eng = try #require(LanguageTag("eng"))
        try library.importDictionary(ListSource("a", from: eng, to: deu, [TranslationEntry("house", ["Haus"])]))
        #expect(try library.dictionaries(from: Tags.en(), to: Tags.de()).count == 1)
        #expect(try library.dictionaries(from: eng, to: deu).count == 1)
        #expect(try library.dictionaries(from: Tags.de(), to: Tags.en()).isEmpty)
        #expect(try library.dictionaries(from: try #require(LanguageTag("en-AU")), to: Tags.de()).count == 1)
        #expect(try library.pairs() == [LanguagePair(source: Tags.en(), target: Tags.de())])
    }

    @Test func interruptedImportsAreCleanedUp() throws {
        try Folder.make(library.folder)
        let stale = library.folder + "/.a.pdi.part-1x2y3z"
        let other = library.folder + "/.a.pdi.part-b.pdi.part-1x2y3z"
        try AtomicFile.write([1], to: stale)
        try AtomicFile.write([1], to: other)
        try library.importDictionary(try source("a"))
        #expect(TemporaryFolder.names(in: library.folder).sorted() == [".a.pdi.part-b.pdi.part-1x2y3z", "a.pdi"])
        struct Failing: DictionarySource {
            let info: DictionaryInfo
            func read(progress: (Double) -> Void, entry: (TranslationEntry) throws -> Void) throws
                -> DictionaryReadReport
            { throw ServiceError(.io, "unreadable") }
        }
        #expect(throws: ServiceError.self) { try library.importDictionary(Failing(info: try source("c").info)) }
        #expect(try library.list().map(\.name) == ["a"])
    }

    /// An import reads the dictionary, ranks its words, and then ranks the words of the opposite direction.
    @Test(arguments: [(0.0, []), (0.45, []), (0.75, ["a"])])
    func cancelledImport(from share: Double, leaves names: [String]) async throws {
        let entries = (0..<20_000).map { TranslationEntry("w\($0)", ["t\($0 % 100)"]) }
        let here = ListSource("a", from: try Tags.en(), to: try Tags.de(), entries)
        try library.importDictionary(ListSource("back", from: try Tags.de(), to: try Tags.en(), entries))
        let before = try WholeFile.read(library.path("back"), limit: 1 << 24)
        let library = library
        let error = await Task<ServiceError?, Never> {
            do {
                try library.importDictionary(here) { if $0 >= share { withUnsafeCurrentTask { $0?.cancel() } } }
                return nil
            } catch {
                return ServiceError(error)
            }
        }.value
        #expect(error?.code == .cancelled)
        #expect(try library.list().map(\.name) == names + ["back"])
        #expect(TemporaryFolder.names(in: library.folder).sorted() == (names + ["back"]).map { $0 + ".pdi" })
        #expect(try WholeFile.read(library.path("back"), limit: 1 << 24) == before)
    }

    @Test func concurrentImportsOfOneName() async throws {
        let library = library
        let entries = (0..<300).map { TranslationEntry("w\($0)", ["t\($0)"]) }
        let source = ListSource("a", from: try Tags.en(), to: try Tags.de(), entries)
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<6 { group.addTask { (try? library.importDictionary(source)) != nil } }
            return await group.reduce(into: [Bool]()) { $0.append($1) }
        }
        // One import succeeds; the others find the dictionary already installed.
        #expect(outcomes.count { $0 } == 1)
        try library.verify("a")
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<6 { group.addTask { _ = try? library.importDictionary(source, replaces: true) } }
        }
        try library.verify("a")
        #expect(TemporaryFolder.names(in: library.folder) == ["a.pdi"])
    }

    @Test func theOppositeDirectionIsReranked() throws {
        // The first of the two is the rarer word, as only the opposite direction shows.
        let there = ListSource(
            "de-en",
            from: try Tags.de(),
            to: try Tags.en(),
            [TranslationEntry("Hund", .noun, ["hound"]), TranslationEntry("Hund", .noun, ["whelp"])]
        )
        let back = ListSource(
            "en-de",
            from: try Tags.en(),
            to: try Tags.de(),
            [TranslationEntry("whelp", .noun, ["Hund"]), TranslationEntry("hound", .noun, ["Jagdhund"])]
        )
        try library.importDictionary(there)
        #expect(try library.open("de-en").bestTranslation(key: "hund") == "hound")
        let outcome = try library.importDictionary(back)
        #expect(outcome.ranked == ["de-en"])
        #expect(outcome.failures.isEmpty)
        #expect(try library.open("de-en").bestTranslation(key: "hund") == "whelp")
        let first = try WholeFile.read(library.path("de-en"), limit: 1 << 20)
        // The order of the imports does not matter.
        let other = DictionaryLibrary(folder: folder.file("other"))
        try other.importDictionary(back)
        try other.importDictionary(there)
        #expect(try WholeFile.read(other.path("de-en"), limit: 1 << 20) == first)
        #expect(
            try WholeFile.read(other.path("en-de"), limit: 1 << 20)
                == WholeFile.read(library.path("en-de"), limit: 1 << 20)
        )
    }

    @Test func exportedTablesCanBeImported() throws {
        let entries = [
            TranslationEntry(
                headword: "house",
                reading: "haʊs",
                pronunciations: ["haʊs"],
                partsOfSpeech: [.noun],
                genders: [.neuter],
                forms: ["houses"],
                labels: ["common"],
                senses: [
                    TranslationSense(
                        partOfSpeech: .noun,
                        translations: [TranslatedWord("Haus", genders: [.neuter]), TranslatedWord("Heim")],
                        definition: "a building",
                        examples: [TranslationExample("my house", translation: "mein Haus")]
                    )
                ],
                seeAlso: ["home"],
                notes: ["a note"]
            ),
            TranslationEntry("\"quoted\" \t word", ["x\ny"]),
        ]
        try library.importDictionary(ListSource("a", from: try Tags.en(), to: try Tags.de(), entries))
        var bytes: [UInt8] = []
        try library.open("a").export { bytes += $0 }
        let path = folder.file("a.tsv")
        try AtomicFile.write(bytes, to: path)
        let source = try TableSource(path: path)
        #expect(source.info.name == "a")
        #expect(source.info.source == (try Tags.en()))
        var back: [TranslationEntry] = []
        _ = try source.read(progress: { _ in }) { back.append($0) }
        #expect(back.count == 2)
        #expect(back.first?.headword == "house")
        #expect(back.first?.partsOfSpeech == [.noun])
        #expect(back.first?.genders == [.neuter])
        #expect(back.first?.reading == "haʊs")
        #expect(back.first?.pronunciations == ["haʊs"])
        #expect(back.first?.forms == ["houses"])
        #expect(back.first?.labels == ["common"])
        #expect(back.first?.seeAlso == ["home"])
        #expect(back.first?.notes == ["a note"])
        #expect(back.first?.senses.first?.translations == entries[0].senses[0].translations)
        #expect(back.first?.senses.first?.definition == "a building")
        #expect(back.first?.senses.first?.examples == entries[0].senses[0].examples)
        #expect(back.last?.headword == "\"quoted\" word")
        #expect(back.last?.senses.first?.translations.first?.text == "x y")
    }
}
