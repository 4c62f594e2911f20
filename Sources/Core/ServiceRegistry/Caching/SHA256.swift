import LanguageServices

/// SHA-256 (FIPS 180-4), a collision-resistant hash for cache keys and file checksums.
package struct SHA256: Sendable {
    private var state: [UInt32] = [
        0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
    ]
    private var pending: [UInt8] = []
    private var count: UInt64 = 0

    /// Creates the hash of an empty sequence, to which bytes can be added.
    package init() { pending.reserveCapacity(128) }

    /// The 32-byte hash of a sequence of bytes.
    package static func of(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var hash = Self()
        hash.add(bytes)
        return hash.finished()
    }

    /// Adds bytes.
    package mutating func add(_ bytes: some Collection<UInt8>) {
        count &+= UInt64(bytes.count)
        pending.append(contentsOf: bytes)
        guard pending.count >= 64 else { return }
        let whole = pending.count / 64 * 64
        mixPending(upTo: whole)
        pending.removeFirst(whole)
    }

    /// The 32-byte hash of the bytes added so far; more may be added afterwards.
    package func finished() -> [UInt8] {
        var last = self
        let bits = count &* 8
        last.pending.append(0x80)
        while last.pending.count % 64 != 56 { last.pending.append(0) }
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            last.pending.append(UInt8(truncatingIfNeeded: bits >> shift))
        }
        last.mixPending(upTo: last.pending.count)
        var hash: [UInt8] = []
        hash.reserveCapacity(32)
        for word in last.state {
            for shift in stride(from: UInt32(24), through: 0, by: -8) {
                hash.append(UInt8(truncatingIfNeeded: word >> shift))
            }
        }
        return hash
    }

    /// Mixes complete 64-byte blocks into the state.
    private mutating func mixPending(upTo end: Int) {
        state.withUnsafeMutableBufferPointer { state in
            pending.withUnsafeBytes { bytes in
                withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
                    for start in stride(from: 0, to: end, by: 64) {
                        Self.mix(UnsafeRawBufferPointer(rebasing: bytes[start..<start + 64]), state, words)
                    }
                }
            }
        }
    }

    private static func mix(
        _ block: UnsafeRawBufferPointer,
        _ state: UnsafeMutableBufferPointer<UInt32>,
        _ words: UnsafeMutableBufferPointer<UInt32>
    ) {
        for index in 0..<16 {
            words[index] = UInt32(bigEndian: block.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self))
        }
        for index in 16..<64 {
            let early = words[index - 15]
            let late = words[index - 2]
            let first = turned(early, 7) ^ turned(early, 18) ^ early >> 3
            let second = turned(late, 17) ^ turned(late, 19) ^ late >> 10
            words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for index in 0..<64 {
            let choice = e & f ^ ~e & g
            let upper =
                h &+ (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) &+ choice &+ constants[index] &+ words[index]
            let majority = a & b ^ a & c ^ b & c
            let lower = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) &+ majority
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ upper, c, b, a, upper &+ lower)
        }
        for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
    }

    private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 prime numbers.
    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}
