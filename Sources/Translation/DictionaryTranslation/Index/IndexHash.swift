/// The hash function for keys and block checksums. It processes eight bytes per step, and each step is a bijection of
/// the state.
///
/// A step is `state = rotate((state ^ word) * odd, 32)`. For a fixed word it is a bijection of states, and for a fixed
/// state a bijection of words. Two inputs of equal length that differ in a single eight-byte word therefore never have
/// the same hash, and damage within one aligned eight-byte word is always detected. The last word is zero-padded; the
/// length is part of the initial state. Finally, two multiplications and three shifts mix the bits, so that every
/// output bit depends on every input bit.
///
/// The hash is not cryptographic and does not resist deliberate collisions; ``IndexTable`` limits the cost of
/// collisions.
package enum IndexHash {
    package static let first: UInt64 = 0x9E37_79B9_7F4A_7C15
    private static let second: UInt64 = 0xD6E8_FEB8_6659_FD93
    private static let third: UInt64 = 0xA5CB_9243_D3A5_2B6D

    /// The hash of a buffer, which may be unaligned.
    @inline(__always)
    package static func of(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
        var state = start(bytes.count, seed)
        guard let base = bytes.baseAddress else { return finished(state) }
        let count = bytes.count
        var position = 0
        while position &+ 8 <= count {
            state = step(state, base.loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian)
            position &+= 8
        }
        if position < count {
            var word: UInt64 = 0
            var shift: UInt64 = 0
            while position < count {
                word |= UInt64(base.load(fromByteOffset: position, as: UInt8.self)) &<< shift
                shift &+= 8
                position &+= 1
            }
            state = step(state, word)
        }
        return finished(state)
    }

    /// The hash of a text's UTF-8 bytes.
    package static func of(_ text: String, seed: UInt64 = 0) -> UInt64 {
        var text = text
        return text.withUTF8 { of(UnsafeRawBufferPointer($0), seed: seed) }
    }

    @inline(__always)
    static func start(_ count: Int, _ seed: UInt64) -> UInt64 {
        (seed ^ UInt64(truncatingIfNeeded: count)) &* first ^ second
    }

    @inline(__always)
    static func step(_ state: UInt64, _ word: UInt64) -> UInt64 {
        let product = (state ^ word) &* first
        return product &<< 32 | product &>> 32
    }

    @inline(__always)
    private static func finished(_ state: UInt64) -> UInt64 {
        var state = state
        state = (state ^ state &>> 32) &* second
        state = (state ^ state &>> 29) &* third
        return state ^ state &>> 32
    }
}

extension UnsafeRawBufferPointer {
    /// The bytes of a range as a separate buffer.
    @inline(__always)
    package func part(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: self[range])
    }

    @inline(__always)
    func word32(at offset: Int) -> UInt32 {
        UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    @inline(__always)
    func word64(at offset: Int) -> UInt64 {
        UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// Whether the first eight bytes are the hash of the remaining bytes, as written by ``ByteWriter/seal(from:)``.
    @inline(__always)
    var isSealed: Bool { count >= 8 && word64(at: 0) == IndexHash.of(part(8..<count)) }
}
