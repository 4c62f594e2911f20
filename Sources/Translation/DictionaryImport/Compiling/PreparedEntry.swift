import DictionaryTranslation
import LanguageServices

/// An entry on its way into an index: as it is written, with the keys under which it is found.
struct PreparedEntry: Sendable {
    /// The entry, without what was in it twice.
    let entry: TranslationEntry
    /// The block of the entry.
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

    /// The checksum of the block, which tells most entries apart.
    var hash: UInt64 {
        block.withUnsafeBytes { $0.count >= 8 ? $0.loadUnaligned(as: UInt64.self) : 0 }
    }
}

/// A key under which an entry is found, and the spelling that has it.
struct EntryKey: Sendable {
    var key: String
    var spelling: String
    var isForm: Bool
}
