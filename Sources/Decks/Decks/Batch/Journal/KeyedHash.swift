/// SipHash-2-4 with 128 bits of output (Aumasson and Bernstein 2012, with the longer output of their reference code): a
/// keyed hash whose collisions cannot be constructed without the key.
struct KeyedHash: Sendable, Hashable {
    /// The key.
    let first: UInt64
    let second: UInt64

    /// The hash of some bytes.
    func of(_ bytes: UnsafeRawBufferPointer) -> (low: UInt64, high: UInt64) {
        var state = State(self)
        var offset = 0
        while bytes.count - offset >= 8 {
            state.add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
            offset += 8
        }
        var last = UInt64(truncatingIfNeeded: bytes.count) << 56
        for (shift, index) in (offset..<bytes.count).enumerated() { last |= UInt64(bytes[index]) << UInt64(shift * 8) }
        state.add(last)
        return state.finish()
    }

    /// The hash of the UTF-8 bytes of a text.
    func of(_ text: String) -> (low: UInt64, high: UInt64) {
        var text = text
        return text.withUTF8 { of(UnsafeRawBufferPointer($0)) }
    }

    private struct State {
        var v0: UInt64
        var v1: UInt64
        var v2: UInt64
        var v3: UInt64

        init(_ key: KeyedHash) {
            v0 = key.first ^ 0x736F_6D65_7073_6575
            v1 = key.second ^ 0x646F_7261_6E64_6F6D ^ 0xEE
            v2 = key.first ^ 0x6C79_6765_6E65_7261
            v3 = key.second ^ 0x7465_6462_7974_6573
        }

        mutating func add(_ word: UInt64) {
            v3 ^= word
            mix()
            mix()
            v0 ^= word
        }

        mutating func finish() -> (low: UInt64, high: UInt64) {
            v2 ^= 0xEE
            for _ in 0..<4 { mix() }
            let low = v0 ^ v1 ^ v2 ^ v3
            v1 ^= 0xDD
            for _ in 0..<4 { mix() }
            return (low, v0 ^ v1 ^ v2 ^ v3)
        }

        private mutating func mix() {
            v0 &+= v1
            v1 = v1 << 13 | v1 >> 51
            v1 ^= v0
            v0 = v0 << 32 | v0 >> 32
            v2 &+= v3
            v3 = v3 << 16 | v3 >> 48
            v3 ^= v2
            v0 &+= v3
            v3 = v3 << 21 | v3 >> 43
            v3 ^= v0
            v2 &+= v1
            v1 = v1 << 17 | v1 >> 47
            v1 ^= v2
            v2 = v2 << 32 | v2 >> 32
        }
    }
}
