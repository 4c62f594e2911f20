import LanguageServices

/// Reads short pieces of a file anywhere in it, and keeps some blocks of it in memory.
///
/// What it has read it takes for true: the file must not change, nor grow, while it is read so.
struct FileBlocks {
    private let file: RawFile
    /// Each block has one place, by its number.
    private var blocks = [(number: Int, bytes: [UInt8])](repeating: (-1, []), count: 256)

    private static let size = 1 << 14

    init(_ file: RawFile) { self.file = file }

    /// Calls `body` with some bytes of the file; with fewer at its end.
    mutating func withBytes<Value>(
        _ count: Int,
        at offset: Int,
        _ body: (UnsafeRawBufferPointer) -> Value
    ) throws(ServiceError) -> Value {
        let number = offset / Self.size
        let start = offset % Self.size
        // What goes on in the next block is read by itself.
        guard start + count <= Self.size else { return try file.read(count, at: offset).withUnsafeBytes(body) }
        let place = number % blocks.count
        if blocks[place].number != number {
            blocks[place] = (number, try file.read(Self.size, at: number * Self.size))
        }
        return blocks[place].bytes.withUnsafeBytes { bytes in
            body(UnsafeRawBufferPointer(rebasing: bytes[min(start, bytes.count)..<min(start + count, bytes.count)]))
        }
    }
}
