import DictionaryTestSupport
import LanguageServices
import Platform
import TestSupport
import Testing

@testable import DictionaryImport
@testable import DictionaryTranslation

/// Reranking produces the same index as compiling the same entries.
@Suite struct IndexRerankingTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Words in random order, many of which share a key, a form or a translation. Their keys fill more than one batch.
    private func entries(_ count: Int, _ prefix: String, _ other: String) -> [TranslationEntry] {
        var numbers = SplitMix64(seed: 7)
        return (0..<count).map { number in
            var entry = TranslationEntry(
                "\(prefix)\(numbers.below(count / 2))",
                number % 3 == 0 ? .noun : .verb,
                forms: number % 5 == 0 ? ["\(prefix)\(numbers.below(count))s", "Été \(number % 50)"] : [],
                (0...numbers.below(3)).map { _ in "\(other)\(numbers.below(count / 2))" },
                ["to \(other)\(numbers.below(40)) (sth.)", "the \(other)\(number % 9)"]
            )
            if number % 4 == 0 { entry.labels = ["rare"] }
            if number % 7 == 0 { entry.pronunciations = ["a\(number)"] }
            if number % 6 == 0 { entry.seeAlso = ["\(prefix)1", "\(prefix)2"] }
            if number % 8 == 0 { entry.notes = [String(repeating: "long ", count: numbers.below(1000))] }
            entry.senses[0].examples = (0..<numbers.below(3)).map {
                TranslationExample("\(prefix) \($0)", translation: $0 == 1 ? nil : "\(other)\($0) \(other)3")
            }
            return entry
        }
    }

    private func bytes(_ name: String) throws -> [UInt8] {
        try WholeFile.read(folder.file("\(name).pdi"), limit: 1 << 26)
    }

    private func compiled(
        _ entries: [TranslationEntry],
        from source: LanguageTag,
        to target: LanguageTag,
        as name: String,
        opposites: [DictionaryIndex] = []
    ) throws -> DictionaryIndex {
        let path = folder.file("\(name).pdi")
        let source = ListSource("one", from: source, to: target, entries)
        _ = try DictionaryCompiler.compile(source, to: path, opposites: opposites, progress: { _ in })
        return try DictionaryIndex(path: path)
    }

    @Test(arguments: [0, 1, 40, 6000])
    func rerankingMatchesCompilation(_ count: Int) throws {
        let words = entries(count, "wort", "word")
        let back = try compiled(
            entries(max(count, 10), "word", "wort"),
            from: try Tags.en(),
            to: try Tags.de(),
            as: "back"
        )
        let alone = try compiled(words, from: try Tags.de(), to: try Tags.en(), as: "alone")
        let both = try compiled(words, from: try Tags.de(), to: try Tags.en(), as: "both", opposites: [back])
        let files = (alone: try bytes("alone"), both: try bytes("both"))
        #expect(count < 40 || files.alone != files.both)
        try both.verify()
        var told: [Double] = []
        try IndexReranking(index: alone).write(to: folder.file("again.pdi"), opposites: [back]) { told.append($0) }
        #expect(try bytes("again") == files.both)
        #expect(told.last == 1)
        #expect(told == told.sorted())
        // Rerank it in place to restore the original.
        let again = try DictionaryIndex(path: folder.file("again.pdi"))
        try IndexReranking(index: again).write(to: folder.file("again.pdi"), opposites: [], progress: { _ in })
        #expect(try bytes("again") == files.alone)
        // Compiling its own entries also produces the same index.
        _ = try DictionaryCompiler.compile(IndexSource(index: alone), to: folder.file("again.pdi"))
        #expect(try bytes("again") == files.alone)
    }

    @Test func damageIsAnErrorAndKeepsTheOldFile() throws {
        let index = try compiled(entries(300, "wort", "word"), from: try Tags.de(), to: try Tags.en(), as: "a")
        let good = try bytes("a")
        let target = folder.file("target.pdi")
        for part in [IndexHeader.Part.entries, .records, .keys] {
            var bytes = good
            let range = index.header[part]
            bytes[(range.lowerBound + range.upperBound) / 2] ^= 0x10
            try AtomicFile.write(bytes, to: folder.file("damaged.pdi"))
            let damaged = try DictionaryIndex(path: folder.file("damaged.pdi"))
            try AtomicFile.write([1], to: target)
            let error = #expect(throws: ServiceError.self) {
                try IndexReranking(index: damaged).write(to: target, opposites: [], progress: { _ in })
            }
            #expect(error?.code == .io)
            #expect(try WholeFile.read(target, limit: 10) == [1])
        }
        #expect(folder.names().sorted() == ["a.pdi", "damaged.pdi", "target.pdi"])
    }

    @Test func rerankingCanBeCancelled() throws {
        let index = try compiled(entries(3000, "wort", "word"), from: try Tags.de(), to: try Tags.en(), as: "a")
        for limit in 0..<4 {
            var calls = 0
            let error = #expect(throws: ServiceError.self) {
                try IndexReranking(index: index).write(
                    to: folder.file("b.pdi"),
                    opposites: [index],
                    checkCancellation: {
                        calls += 1
                        if calls > limit { throw ServiceError(.cancelled, "enough") }
                    },
                    progress: { _ in }
                )
            }
            #expect(error?.code == .cancelled)
            #expect(folder.names() == ["a.pdi"])
        }
    }
}

/// The entries of an index, as a source for another index.
struct IndexSource: DictionarySource {
    let index: DictionaryIndex

    var info: DictionaryInfo { index.info }

    func read(progress: (Double) -> Void, entry: (TranslationEntry) throws -> Void) throws -> DictionaryReadReport {
        var report = DictionaryReadReport()
        let total = Double(max(index.info.entryCount, 1))
        try index.forEachEntry { value in
            var value = value
            value.dictionary = ""
            try entry(value)
            report.entries += 1
            if report.entries % 4096 == 0 { progress(Double(report.entries) / total) }
        }
        return report
    }
}
