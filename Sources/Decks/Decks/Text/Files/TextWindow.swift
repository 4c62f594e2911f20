import LanguageServices
import Platform

/// A sliding window over a text: from the start of the current row or object to the end of the data read.
///
/// It grows with the longest row rather than with the file. Pointers into it are valid until the next ``more()`` or
/// ``drop(_:)``; offsets from ``base`` are valid until the next ``drop(_:)``.
final class TextWindow {
    private var storage: UnsafeMutablePointer<UInt8>
    private(set) var capacity: Int
    private var start = 0
    private var end = 0
    private let file: OpenDeckFile?
    private var decoder: UTF16Decoder?
    private var isAtEnd: Bool

    private static let block = 1 << 18

    /// A window over a file, from its start.
    init(_ file: OpenDeckFile) {
        self.file = file
        decoder = file.file.encoding.isBigEndian.map(UTF16Decoder.init)
        capacity = 2 * Self.block
        storage = .allocate(capacity: capacity)
        isAtEnd = false
    }

    /// A window over a text in memory, such as the first part of a file.
    init(_ bytes: [UInt8]) {
        file = nil
        decoder = nil
        capacity = max(1, bytes.count)
        storage = .allocate(capacity: capacity)
        isAtEnd = true
        append(bytes)
    }

    deinit { storage.deallocate() }

    /// The first byte that has not been dropped.
    var base: UnsafePointer<UInt8> { UnsafePointer(storage + start) }

    /// The number of bytes from ``base``.
    var count: Int { end - start }

    /// A part of the text.
    func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        let range = range.clamped(to: 0..<count)
        return UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count)
    }

    /// Discards bytes at the start.
    func drop(_ count: Int) {
        start = min(end, start + max(0, count))
    }

    /// Reads more data.
    ///
    /// - Returns: Whether data was added; `false` at the end of the text.
    func more() throws(ServiceError) -> Bool {
        let before = count
        while !isAtEnd, count == before {
            guard let file else { return false }
            if decoder == nil {
                makeRoom(for: Self.block)
                let room = UnsafeMutableRawBufferPointer(start: storage + end, count: capacity - end)
                let read = try file.read(into: room)
                end += read
                isAtEnd = read == 0
            } else {
                try decodeMore(file)
            }
        }
        return count > before
    }

    private func decodeMore(_ file: OpenDeckFile) throws(ServiceError) {
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.block, alignment: 1)
        defer { block.deallocate() }
        let read = try file.read(into: block)
        var text: [UInt8] = []
        text.reserveCapacity(read + read / 2 + 8)
        if read == 0 {
            isAtEnd = true
            decoder?.finish(into: &text)
        } else {
            decoder?.decode(UnsafeRawBufferPointer(rebasing: block[..<read]), into: &text)
        }
        append(text)
    }

    private func append(_ bytes: [UInt8]) {
        makeRoom(for: bytes.count)
        bytes.withUnsafeBufferPointer { buffer in
            if let first = buffer.baseAddress { (storage + end).update(from: first, count: buffer.count) }
        }
        end += bytes.count
    }

    /// Makes room after the data by moving it to the front or to a larger buffer.
    private func makeRoom(for wanted: Int) {
        guard capacity - end < wanted else { return }
        let count = end - start
        if capacity - count >= max(wanted, capacity / 2) {
            memmove(storage, storage + start, count)
        } else {
            let larger = max(capacity * 2, count + wanted)
            let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
            moved.update(from: storage + start, count: count)
            storage.deallocate()
            storage = moved
            capacity = larger
        }
        start = 0
        end = count
    }
}
