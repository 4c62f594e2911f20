import LanguageServices

/// Texts that wait to be asked for, in a file without a name, so that memory does not grow with their number.
final class TextSpool {
    private let file: RawFile
    private var pending: [UInt8] = []
    private var place = 0
    private var ahead: [UInt8] = []
    private var used = 0

    init(folder: String) throws(ServiceError) { file = try RawFile.temporary(in: folder) }

    func add(_ text: String) throws(ServiceError) {
        let utf8 = text.utf8
        withUnsafeBytes(of: UInt64(utf8.count).littleEndian) { pending.append(contentsOf: $0) }
        pending.append(contentsOf: utf8)
        if pending.count >= 1 << 18 { try flush() }
    }

    private func flush() throws(ServiceError) {
        guard !pending.isEmpty else { return }
        try file.append(pending)
        pending.removeAll(keepingCapacity: true)
    }

    /// The next text, in the order in which they were added; `nil` at the end.
    func next() throws(ServiceError) -> String? {
        try flush()
        guard let head = try bytes(8) else { return nil }
        let count = head.reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        guard let length = Int(exactly: count), let text = try bytes(length) else { return nil }
        return String(decoding: text, as: UTF8.self)
    }

    private func bytes(_ count: Int) throws(ServiceError) -> ArraySlice<UInt8>? {
        if ahead.count - used < count {
            place += used
            ahead = try file.read(max(count, 1 << 18), at: place)
            used = 0
        }
        guard ahead.count - used >= count else { return nil }
        defer { used += count }
        return ahead[used..<used + count]
    }
}
