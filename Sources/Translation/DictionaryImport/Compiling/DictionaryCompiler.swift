public import DictionaryTranslation
import Language
import LanguageServices
import Platform

/// Compiles a dictionary into an index.
///
/// Entries are written to the file as they are read. Only their keys, the word counts, and a hash of each entry are
/// kept in memory. The index is moved to its final name when it is complete.
public enum DictionaryCompiler {
    /// The outcome of a compilation.
    public struct Outcome: Sendable, Hashable, Codable {
        /// The description, including the number of entries in the index.
        public var info: DictionaryInfo
        /// The counts of entries read and skipped.
        public var report: DictionaryReadReport
        /// The number of exact duplicates, which were omitted.
        public var repeated: Int
    }

    /// Reads a dictionary and writes its index.
    ///
    /// - Parameters:
    ///   - source: The dictionary.
    ///   - path: The path of the index. An existing index is replaced, but remains readable in processes that have it
    ///     open.
    ///   - opposite: The index of a dictionary for the opposite direction, which helps to identify the most common
    ///     translation.
    ///   - keepsOrder: Whether the order of the entries and their translations determines the ranking, as in a source
    ///     whose editors list the most common ones first.
    ///   - progress: Called periodically with the progress, from 0 to 1.
    /// - Returns: The description of the index, and the counts of skipped entries.
    /// - Throws: `ServiceError` if the source cannot be read or the index cannot be written. Nothing is changed in that
    ///   case.
    public static func compile(
        _ source: any DictionarySource,
        to path: String,
        opposite: DictionaryIndex? = nil,
        keepsOrder: Bool = false,
        progress: (Double) -> Void = { _ in }
    ) throws -> Outcome {
        try compile(
            source,
            to: path,
            opposites: opposite.map { [$0] } ?? [],
            keepsOrder: keepsOrder,
            progress: progress
        )
    }

    /// - Parameter checkCancellation: Called for each entry, and later for each batch of keys. An error that it throws
    ///   stops the compilation, and nothing is changed.
    package static func compile(
        _ source: any DictionarySource,
        to path: String,
        opposites: [DictionaryIndex],
        keepsOrder: Bool = false,
        seed: UInt64 = 1,
        checkCancellation: () throws -> Void = {},
        progress: (Double) -> Void
    ) throws -> Outcome {
        var intake = EntryIntake(
            try IndexWriter(path: path, seed: seed),
            ranking: TranslationRanking(info: source.info, opposites: opposites, keepsOrder: keepsOrder),
            keys: EntryKeys(language: source.info.source)
        )
        let report = try source.read(progress: { progress($0 * 0.6) }) { entry in
            try checkCancellation()
            try intake.add(entry)
        }
        let written = try intake.finish(source.info, checkCancellation: checkCancellation) { progress(0.6 + $0 * 0.4) }
        progress(1)
        return Outcome(info: written.info, report: report, repeated: written.repeated)
    }
}

/// Accepts the entries of a dictionary in order. While the next entries are read, other threads compute the keys of the
/// previous entries and encode them.
struct EntryIntake: ~Copyable {
    private var writer: IndexWriter
    private var ranking: TranslationRanking
    private var pieces = OrderedPieces<[PreparedEntry]>()
    private var batch: [TranslationEntry] = []
    private var batchBytes = 0
    private let keys: EntryKeys
    /// The number of duplicate entries.
    private(set) var repeated = 0

    private static let batchSize = 256
    /// The approximate maximum amount of text per batch, in bytes.
    private static let maximumBatchSize = 1 << 18

    init(_ writer: consuming IndexWriter, ranking: TranslationRanking, keys: EntryKeys) {
        self.writer = writer
        self.ranking = ranking
        self.keys = keys
    }

    /// Adds an entry.
    mutating func add(_ entry: TranslationEntry) throws {
        batch.append(entry)
        batchBytes += Self.bytes(entry)
        if batch.count == Self.batchSize || batchBytes >= Self.maximumBatchSize { try handOver() }
    }

    private static func bytes(_ entry: TranslationEntry) -> Int {
        var bytes = entry.headword.utf8.count
        for sense in entry.senses {
            for word in sense.translations { bytes += word.text.utf8.count }
            for example in sense.examples { bytes += example.text.utf8.count }
        }
        for text in entry.forms { bytes += text.utf8.count }
        for text in entry.notes { bytes += text.utf8.count }
        return bytes
    }

    /// Writes all added entries, then the rest of the index.
    ///
    /// - Returns: The description as written.
    consuming func finish(
        _ info: DictionaryInfo,
        checkCancellation: () throws -> Void,
        progress: (Double) -> Void
    ) throws -> (info: DictionaryInfo, repeated: Int) {
        try handOver()
        while try takeOne() {}
        let repeated = repeated
        return (
            try writer.finish(info, ranking: ranking, checkCancellation: checkCancellation, progress: progress),
            repeated
        )
    }

    private mutating func handOver() throws {
        let entries = batch
        batch.removeAll(keepingCapacity: true)
        batchBytes = 0
        let keys = keys
        pieces.add {
            entries.map { entry in
                let entry = EntryCleanup.tidied(entry)
                return PreparedEntry(entry, keys: keys.all(entry))
            }
        }
        while pieces.isFull { _ = try takeOne() }
    }

    private mutating func takeOne() throws -> Bool {
        guard let entries = try pieces.next() else { return false }
        for entry in entries {
            ranking.count(entry.entry)
            if try !writer.add(entry) { repeated += 1 }
        }
        return true
    }
}

/// An entry prepared for an index: its encoding and the keys under which it is found.
struct PreparedEntry: Sendable {
    /// The entry without duplicates.
    let entry: TranslationEntry
    /// The encoded entry.
    let block: [UInt8]
    let keys: [EntryKey]

    init(_ entry: TranslationEntry, keys: [EntryKey]) {
        self.entry = entry
        self.keys = keys
        var writer = ByteWriter()
        let start = IndexBlock.begin(&writer)
        EntryCoding.write(entry, to: &writer)
        IndexBlock.seal(&writer, from: start)
        block = writer.bytes
    }

    /// The checksum of the block, which distinguishes most entries.
    var hash: UInt64 {
        block.withUnsafeBytes { $0.count >= 8 ? $0.loadUnaligned(as: UInt64.self) : 0 }
    }
}

/// A key under which an entry is found, and the spelling to which it belongs.
struct EntryKey: Sendable {
    var key: String
    var spelling: String
    var isForm: Bool
}

/// The keys under which an entry is found.
struct EntryKeys: Sendable {
    private let folding: HeadwordFolding
    private let spellings: HeadwordSpellings

    init(language: LanguageTag) {
        folding = HeadwordFolding(language: language.text)
        spellings = HeadwordSpellings(language: language)
    }

    /// The keys of the headword and its other spellings, of its reading, and of its forms, without duplicates. A key
    /// shared by the headword and a form is treated as the headword's.
    func all(_ entry: TranslationEntry) -> [EntryKey] {
        let parts = entry.partsOfSpeech.isEmpty ? entry.senses.compactMap(\.partOfSpeech) : entry.partsOfSpeech
        var result: [EntryKey] = []
        for spelling in spellings.all(entry.headword, parts: parts) { add(spelling, isForm: false, to: &result) }
        if let reading = entry.reading { add(reading, isForm: false, to: &result) }
        for form in entry.forms { add(form, isForm: true, to: &result) }
        return result
    }

    private func add(_ spelling: String, isForm: Bool, to keys: inout [EntryKey]) {
        let key = folding.key(spelling)
        if !key.isEmpty, !keys.contains(where: { $0.key == key }) {
            keys.append(EntryKey(key: key, spelling: spelling, isForm: isForm))
        }
    }
}

/// Removes duplicates from an entry.
enum EntryCleanup {
    static func tidied(_ entry: TranslationEntry) -> TranslationEntry {
        guard entry.senses.count > 1 || entry.senses.contains(where: { $0.translations.count > 1 }) else {
            return entry
        }
        var entry = entry
        var senses: [TranslationSense] = []
        for var sense in entry.senses {
            var words: [TranslatedWord] = []
            for word in sense.translations where !words.contains(word) { words.append(word) }
            sense.translations = words
            if !senses.contains(sense) { senses.append(sense) }
        }
        entry.senses = senses
        return entry
    }
}
