/// What identifies a text in a journal: a hash of 128 bits of the text and of everything else that an answer depends on.
///
/// Two texts of a batch of n have the same key with odds of n² to 2¹²⁹: for ten million texts, one to 10²⁴. The key of
/// the hash is made of a number that is drawn for each journal, so nobody can write a deck in which two texts agree.
struct BatchKey: Hashable, Sendable {
    let high: UInt64
    let low: UInt64

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

/// A number for each of many keys, in 24 bytes and the room that a hash table needs.
///
/// It consists of many small tables, so that there are never two copies of the whole while it grows.
struct KeyTable {
    private var parts = [Part](repeating: Part(), count: 256)

    /// How many keys there are.
    var count: Int { parts.reduce(0) { $0 + $1.count } }

    /// The number of a key; 0 when there is none. A key that has one keeps one: what is set to 0 stays as it is.
    subscript(key: BatchKey) -> UInt64 {
        get { parts[Int(key.high >> 56)].value(of: key) }
        set { parts[Int(key.high >> 56)].set(newValue, for: key) }
    }

    private struct Slot {
        var key: BatchKey
        /// 0 where the slot is free.
        var value: UInt64
    }

    private struct Part {
        private var slots: [Slot] = []
        /// How many slots are in use.
        private(set) var count = 0

        func value(of key: BatchKey) -> UInt64 { slots.isEmpty ? 0 : slots[place(of: key)].value }

        mutating func set(_ value: UInt64, for key: BatchKey) {
            guard value != 0 else { return }
            if slots.isEmpty { slots = [Slot](repeating: Self.free, count: 16) }
            var place = place(of: key)
            if slots[place].value == 0 {
                if count >= slots.count / 16 * 13 {
                    grow()
                    place = self.place(of: key)
                }
                count += 1
            }
            slots[place] = Slot(key: key, value: value)
        }

        /// Where a key is, or would be.
        private func place(of key: BatchKey) -> Int {
            var place = Int(key.low.multipliedFullWidth(by: UInt64(slots.count)).high)
            while slots[place].value != 0, slots[place].key != key { place = place + 1 == slots.count ? 0 : place + 1 }
            return place
        }

        private mutating func grow() {
            let old = slots
            slots = [Slot](repeating: Self.free, count: old.count + max(16, old.count / 3 / 16 * 16))
            for slot in old where slot.value != 0 { slots[place(of: slot.key)] = slot }
        }

        private static let free = Slot(key: BatchKey(high: 0, low: 0), value: 0)
    }
}
