/// The keys of all entries, in memory, until they are sorted and written.
///
/// A key costs its bytes, those of its spelling, and 32 more; the entries themselves stay in the file.
struct KeyCollector: Sendable {
    /// A key of an entry.
    struct Item: Sendable {
        /// The first eight bytes of the key, the first the most significant, so that most comparisons look no further.
        var prefix: UInt64
        var start: Int
        var keyLength: UInt32
        /// 0 when the spelling is the entry's headword.
        var spellingLength: UInt32
        /// The place of the entry, a multiple of eight; the lowest bit says that the key is of a form.
        var entry: Int
    }

    private(set) var items: [Item] = []
    private var arena: [UInt8] = []

    /// Adds a key of an entry.
    mutating func add(key: String, spelling: String?, entry: Int, isForm: Bool) {
        var key = key
        let start = arena.count
        var prefix: UInt64 = 0
        key.withUTF8 { utf8 in
            for place in 0..<8 { prefix = prefix << 8 | (place < utf8.count ? UInt64(utf8[place]) : 0) }
            arena.append(contentsOf: utf8)
        }
        let keyLength = arena.count - start
        if var spelling { spelling.withUTF8 { arena.append(contentsOf: $0) } }
        items.append(
            Item(
                prefix: prefix,
                start: start,
                keyLength: UInt32(truncatingIfNeeded: keyLength),
                spellingLength: UInt32(truncatingIfNeeded: arena.count - start - keyLength),
                entry: entry | (isForm ? 1 : 0)
            )
        )
    }

    /// Puts the keys into the order of their bytes, and those of one key into the order of their entries.
    mutating func sort() {
        let arena = arena
        arena.withUnsafeBytes { raw in
            items.sort { first, second in
                if first.prefix != second.prefix { return first.prefix < second.prefix }
                let order = Self.order(Self.key(first, raw), Self.key(second, raw))
                return order != 0 ? order < 0 : first.entry < second.entry
            }
        }
    }

    /// Goes through the keys, each with all that has it; they must have been sorted.
    func forEachKey(_ body: (UnsafeRawBufferPointer, ArraySlice<Item>) throws -> Void) rethrows {
        try forEachKey(in: items.indices, body)
    }

    /// Goes through the keys of some items, which are all of their keys.
    func forEachKey(
        in range: Range<Int>,
        _ body: (UnsafeRawBufferPointer, ArraySlice<Item>) throws -> Void
    ) rethrows {
        try arena.withUnsafeBytes { raw in
            var start = range.lowerBound
            while start < range.upperBound {
                let end = end(ofKeyAt: start, raw)
                try body(Self.key(items[start], raw), items[start..<end])
                start = end
            }
        }
    }

    /// The items of so many keys from a place on; fewer at the end, and where a key has many.
    func items(ofKeys count: Int, from start: Int) -> Range<Int> {
        arena.withUnsafeBytes { raw in
            var end = start
            for _ in 0..<count where end < items.count && end - start < 8 * count {
                end = self.end(ofKeyAt: end, raw)
            }
            return start..<end
        }
    }

    private func end(ofKeyAt start: Int, _ raw: UnsafeRawBufferPointer) -> Int {
        let key = Self.key(items[start], raw)
        var end = start + 1
        while end < items.count, items[end].prefix == items[start].prefix,
            Self.order(key, Self.key(items[end], raw)) == 0
        {
            end += 1
        }
        return end
    }

    /// The spelling of a key, when it is not the headword.
    func spelling(_ item: Item) -> String? {
        guard item.spellingLength > 0 else { return nil }
        let start = item.start + Int(item.keyLength)
        return String(decoding: arena[start..<start + Int(item.spellingLength)], as: UTF8.self)
    }

    private static func key(_ item: Item, _ raw: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: raw[item.start..<item.start + Int(item.keyLength)])
    }

    private static func order(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> Int {
        let count = min(first.count, second.count)
        for place in 0..<count where first[place] != second[place] { return first[place] < second[place] ? -1 : 1 }
        return first.count - second.count
    }
}
