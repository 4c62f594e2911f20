/// What identifies a text in a journal: a hash of 128 bits of the text and of everything else that an answer depends on.
///
/// Two texts of a batch of n have the same key with odds of n² to 2¹²⁹: for ten million texts, one to 10²⁴. The key of
/// the hash is made of a number that is drawn for each journal, so nobody can write a deck in which two texts agree.
struct BatchKey: Hashable, Sendable {
    let high: UInt64
    let low: UInt64

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Makes the keys of the texts of some work.
    struct Maker: Sendable {
        private let hash: KeyedHash

        /// - Parameters:
        ///   - identity: What answers depend on besides the text.
        ///   - salt: The number of the journal.
        init(identity: [String], salt: KeyedHash) {
            // With its length, a part cannot be taken for two.
            let (first, second) = salt.of(identity.map { "\($0.utf8.count):\($0)" }.joined())
            hash = KeyedHash(first: first, second: second)
        }

        func key(of text: String) -> BatchKey {
            let (low, high) = hash.of(text)
            return BatchKey(high: high, low: low)
        }
    }
}
