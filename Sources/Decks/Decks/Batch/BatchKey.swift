/// Identifies a text in a journal: a 128-bit hash of the text and everything else that determines an answer.
///
/// Among n texts, the probability of a collision is about n²/2¹²⁹: 10⁻²⁴ for ten million texts. The hash is keyed with
/// a random number per journal, so collisions cannot be constructed.
struct BatchKey: Hashable, Sendable {
    let high: UInt64
    let low: UInt64

    /// Creates keys for the texts in a batch.
    struct Maker: Sendable {
        private let hash: KeyedHash

        /// - Parameters:
        ///   - identity: Everything except the text that determines the answer.
        ///   - salt: The hash function with the journal's random key.
        init(identity: [String], salt: KeyedHash) {
            // Each part is prefixed with its length, so that different parts cannot produce the same bytes.
            let (first, second) = salt.of(identity.map { "\($0.utf8.count):\($0)" }.joined())
            hash = KeyedHash(first: first, second: second)
        }

        func key(of text: String) -> BatchKey {
            let (low, high) = hash.of(text)
            return BatchKey(high: high, low: low)
        }
    }
}

/// A hash table from keys to numbers, with about 24 bytes per entry.
///
/// It consists of many small tables, so growth never copies the whole table.
struct KeyTable {
    private var parts = [Part](repeating: Part(), count: 256)

    /// The number of keys.
    var count: Int { parts.reduce(0) { $0 + $1.count } }

    /// The number of a key; 0 if there is none. Setting a value to 0 has no effect.
    subscript(key: BatchKey) -> UInt64 {
        get { parts[Int(key.high >> 56)].value(of: key) }
        set { parts[Int(key.high >> 56)].set(newValue, for: key) }
    }

    private struct Slot {
        var key: BatchKey
        /// 0 if the slot is free.
        var value: UInt64
    }

    private struct Part {
        private var slots: [Slot] = []
        /// The number of used slots.
        private(set) var count = 0

        func value(of key: BatchKey) -> UInt64 { slots.isEmpty ? 0 : slots[slotIndex(of: key)].value }

        mutating func set(_ value: UInt64, for key: BatchKey) {
            guard value != 0 else { return }
            if slots.isEmpty { slots = [Slot](repeating: Self.free, count: 16) }
            var index = slotIndex(of: key)
            if slots[index].value == 0 {
                if count >= slots.count / 16 * 13 {
                    grow()
                    index = slotIndex(of: key)
                }
                count += 1
            }
            slots[index] = Slot(key: key, value: value)
        }

        /// The slot of a key, or the free slot for it.
        private func slotIndex(of key: BatchKey) -> Int {
            var index = Int(key.low.multipliedFullWidth(by: UInt64(slots.count)).high)
            while slots[index].value != 0, slots[index].key != key { index = index + 1 == slots.count ? 0 : index + 1 }
            return index
        }

        private mutating func grow() {
            let old = slots
            slots = [Slot](repeating: Self.free, count: old.count + max(16, old.count / 3 / 16 * 16))
            for slot in old where slot.value != 0 { slots[slotIndex(of: slot.key)] = slot }
        }

        private static let free = Slot(key: BatchKey(high: 0, low: 0), value: 0)
    }
}
