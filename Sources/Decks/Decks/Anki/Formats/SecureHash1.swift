/// The Secure Hash Algorithm 1 (RFC 3174), which Anki uses for media files and first fields.
///
/// It is not collision resistant; it is required by the format.
struct SecureHash1 {
    private var state: (UInt32, UInt32, UInt32, UInt32, UInt32) = (
        0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0
    )
    private var pending: [UInt8] = []
    private var words = [UInt32](repeating: 0, count: 80)
    private var count: UInt64 = 0

    init() {
        pending.reserveCapacity(128)
    }

    /// The 20-byte hash of some bytes.
    static func of(_ bytes: [UInt8]) -> [UInt8] {
        var hash = Self()
        bytes.withUnsafeBytes { hash.add($0) }
        return hash.finish()
    }

    /// Adds bytes.
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        count &+= UInt64(bytes.count)
        var remaining = bytes[...]
        if !pending.isEmpty {
            let taken = remaining.prefix(64 - pending.count)
            pending.append(contentsOf: taken)
            remaining = remaining.dropFirst(taken.count)
            guard pending.count == 64 else { return }
            pending.withUnsafeBytes { Self.mix($0, &state, &words) }
            pending.removeAll(keepingCapacity: true)
        }
        while remaining.count >= 64 {
            Self.mix(UnsafeRawBufferPointer(rebasing: remaining.prefix(64)), &state, &words)
            remaining = remaining.dropFirst(64)
        }
        pending.append(contentsOf: remaining)
    }

    /// The 20-byte hash of all bytes added.
    consuming func finish() -> [UInt8] {
        let bits = count &* 8
        pending.append(0x80)
        while pending.count % 64 != 56 { pending.append(0) }
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            pending.append(UInt8(truncatingIfNeeded: bits >> shift))
        }
        var state = state
        var words = words
        pending.withUnsafeBytes { remaining in
            for index in stride(from: 0, to: remaining.count, by: 64) {
                Self.mix(UnsafeRawBufferPointer(rebasing: remaining[index..<index + 64]), &state, &words)
            }
        }
        var hash: [UInt8] = []
        hash.reserveCapacity(20)
        for word in [state.0, state.1, state.2, state.3, state.4] {
            for shift in stride(from: UInt32(24), through: 0, by: -8) {
                hash.append(UInt8(truncatingIfNeeded: word >> shift))
            }
        }
        return hash
    }

    /// Mixes one block of 64 bytes into the state.
    private static func mix(
        _ block: UnsafeRawBufferPointer,
        _ state: inout (UInt32, UInt32, UInt32, UInt32, UInt32),
        _ words: inout [UInt32]
    ) {
        words.withUnsafeMutableBufferPointer { words in
            for index in 0..<16 {
                words[index] = UInt32(bigEndian: block.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self))
            }
            for index in 16..<80 {
                let word = words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16]
                words[index] = word << 1 | word >> 31
            }
            var (a, b, c, d, e) = state
            for index in 0..<80 {
                let (function, constant): (UInt32, UInt32) =
                    switch index {
                    case ..<20: (b & c | ~b & d, 0x5A82_7999)
                    case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
                    case ..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
                    default: (b ^ c ^ d, 0xCA62_C1D6)
                    }
                let next = (a << 5 | a >> 27) &+ function &+ e &+ words[index] &+ constant
                (a, b, c, d, e) = (next, a, b << 30 | b >> 2, c, d)
            }
            state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d, state.4 &+ e)
        }
    }
}
