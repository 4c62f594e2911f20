import DictionaryTranslation

/// Writes the sorted list of keys: blocks of about four kilobytes, in which of each key only what differs from the one
/// before it is written.
///
/// Each key is the number of bytes shared with the key before (0 for the first of a block), the number of the others, and
/// these.
struct KeyListWriter {
    private var writer = ByteWriter()
    private var last: [UInt8] = []
    private var start: Int?

    /// Adds a key, and returns a block when one is full.
    mutating func add(_ key: UnsafeRawBufferPointer) -> [UInt8]? {
        if start == nil {
            start = IndexBlock.begin(&writer)
            last = []
        }
        var shared = 0
        while shared < last.count, shared < key.count, last[shared] == key[shared] { shared += 1 }
        writer.number(shared)
        writer.number(key.count - shared)
        writer.raw(UnsafeRawBufferPointer(rebasing: key[shared...]))
        last = Array(key)
        return writer.bytes.count >= 4096 ? finish() : nil
    }

    /// Ends the block that has been begun.
    mutating func finish() -> [UInt8]? {
        guard let start else { return nil }
        IndexBlock.seal(&writer, from: start)
        defer {
            writer.removeAll()
            self.start = nil
        }
        return writer.bytes
    }
}
