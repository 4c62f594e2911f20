import LanguageServices

/// The texts to send and their keys, stored in an unnamed file so that memory use does not grow with their number.
final class TextSpool {
    private let file: RawFile
    private var pending: [UInt8] = []
    private var position = 0
    private var ahead: [UInt8] = []
    private var used = 0

    private static let block = 1 << 18
    private static let headLength = 24

    init(folder: String) throws(ServiceError) { file = try RawFile.temporary(in: folder) }

    func add(_ text: String, _ key: BatchKey) throws(ServiceError) {
        for number in [UInt64(text.utf8.count), key.high, key.low] {
            withUnsafeBytes(of: number.littleEndian) { pending.append(contentsOf: $0) }
        }
        pending.append(contentsOf: text.utf8)
        if pending.count >= Self.block { try flush() }
    }

    private func flush() throws(ServiceError) {
        guard !pending.isEmpty else { return }
        try file.append(pending)
        pending.removeAll(keepingCapacity: true)
    }

    /// The next text, in insertion order; `nil` at the end.
    func next() throws(ServiceError) -> (text: String, key: BatchKey)? {
        try flush()
        guard try fill(Self.headLength) else { return nil }
        let (count, high, low) = ahead.withUnsafeBytes { bytes in
            func number(_ offset: Int) -> UInt64 {
                UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: used + offset, as: UInt64.self))
            }
            return (number(0), number(8), number(16))
        }
        guard let length = Int(exactly: count), try fill(Self.headLength + length) else { return nil }
        let start = used + Self.headLength
        used = start + length
        return (String(decoding: ahead[start..<used], as: UTF8.self), BatchKey(high: high, low: low))
    }

    /// Reads ahead until the given number of bytes is available.
    private func fill(_ count: Int) throws(ServiceError) -> Bool {
        if ahead.count - used < count {
            position += used
            ahead = try file.read(max(count, Self.block), at: position)
            used = 0
        }
        return ahead.count - used >= count
    }
}
