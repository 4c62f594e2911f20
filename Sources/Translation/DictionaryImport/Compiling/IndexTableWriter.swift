import DictionaryTranslation

/// Fills the hash table of an index.
struct IndexTableWriter {
    private let seed: UInt64
    private let count: Int
    private var slots: [UInt64]

    init(keys: Int, seed: UInt64) {
        self.seed = seed
        count = IndexTable.bucketCount(keys: keys)
        slots = [UInt64](repeating: 0, count: count * IndexTable.slots)
    }

    /// Adds a key, or says `false` when there is no room as near as a search looks.
    mutating func add(_ key: UnsafeRawBufferPointer, place: Int) -> Bool {
        let hash = IndexHash.of(key, seed: seed)
        var bucket = IndexTable.bucket(hash, of: count)
        for _ in 0..<min(count, IndexTable.longestSearch) {
            let start = bucket * IndexTable.slots
            for slot in start..<start + IndexTable.slots where slots[slot] == 0 {
                slots[slot] = IndexTable.slot(tag: IndexTable.tag(hash), place: place)
                return true
            }
            bucket = bucket + 1 == count ? 0 : bucket + 1
        }
        return false
    }

    /// The buckets with their checksums, some thousands at a time.
    func sealed() -> some Sequence<[UInt8]> {
        stride(from: 0, to: count, by: 4096).lazy.map { first in
            var writer = ByteWriter()
            for bucket in first..<min(first + 4096, count) {
                let start = writer.bytes.count
                writer.word64(0)
                for slot in 0..<IndexTable.slots { writer.word64(slots[bucket * IndexTable.slots + slot]) }
                writer.seal(from: start)
            }
            return writer.bytes
        }
    }
}
