import LanguageServices

/// Reads short pieces of a file anywhere in it, and keeps some blocks of it in memory.
///
/// What it has read it takes for true: the file must not change, nor grow, while it is read so.
final class FileBlocks {
    private let file: RawFile
    /// Each block has one place, by its number. Of memory that nothing was read into there is only the address.
    private let storage: UnsafeMutableRawBufferPointer
    private var held = [Held](repeating: Held(number: -1, count: 0), count: places)

    /// Which block a place holds, and how many bytes it has.
    private struct Held {
        var number: Int
        var count: Int
    }

    private static let size = 1 << 14
    private static let places = 256

    init(_ file: RawFile) {
        self.file = file
        storage = .allocate(byteCount: Self.size * Self.places, alignment: 16)
    }

    deinit { storage.deallocate() }

    /// Calls `body` with some bytes of the file; with fewer at its end.
    func withBytes<Value>(
        _ count: Int,
        at offset: Int,
        _ body: (UnsafeRawBufferPointer) -> Value
    ) throws(ServiceError) -> Value {
        let number = offset / Self.size
        let start = offset % Self.size
        // What goes on in the next block is read by itself.
        guard start + count <= Self.size else { return try file.read(count, at: offset).withUnsafeBytes(body) }
        let place = number % Self.places
        let block = UnsafeMutableRawBufferPointer(rebasing: storage[place * Self.size..<(place + 1) * Self.size])
        if held[place].number != number {
            held[place] = Held(number: -1, count: 0)
            held[place] = Held(number: number, count: try file.read(into: block, at: number * Self.size))
        }
        let end = held[place].count
        return body(UnsafeRawBufferPointer(rebasing: block[min(start, end)..<min(start + count, end)]))
    }
}
