/// What identifies a text in a journal: 128 bits of a hash of the text and of everything else that an answer depends on.
///
/// The hash is one by which no two texts were ever found to agree that somebody did not make for that.
struct BatchKey: Hashable, Sendable {
    let high: UInt64
    let low: UInt64

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    fileprivate init(_ hash: [UInt8]) {
        high = hash.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        low = hash.dropFirst(8).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Makes the keys of the texts of some work.
    struct Maker: Sendable {
        private let prefix: [UInt8]

        init(identity: [String]) {
            var bytes: [UInt8] = []
            for part in identity {
                // With its length, a part cannot be taken for two.
                bytes.append(contentsOf: Array("\(part.utf8.count):\(part)".utf8))
            }
            prefix = SecureHash1.of(bytes)
        }

        func key(of text: String) -> BatchKey { BatchKey(SecureHash1.of(prefix + Array(text.utf8))) }

        /// The key of several texts together.
        func key(of texts: [String]) -> BatchKey {
            if texts.count == 1, let only = texts.first { return key(of: only) }
            return key(of: texts.map { "\($0.utf8.count):\($0)" }.joined())
        }
    }
}
