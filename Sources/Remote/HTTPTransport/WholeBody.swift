import Synchronization

/// A body that is there already.
final class WholeBody: HTTPBodySource {
    private let rest: Mutex<[UInt8]>

    init(_ bytes: [UInt8]) { rest = Mutex(bytes) }

    func next() async throws -> [UInt8]? {
        rest.withLock { bytes in
            defer { bytes = [] }
            return bytes.isEmpty ? nil : bytes
        }
    }
}
