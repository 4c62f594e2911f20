/// A hash that is the same in every run and on every machine: 64-bit FNV-1a (Fowler, Noll and Vo 1991).
///
/// It is not cryptographic: collisions can be constructed.
package struct StableHash: Sendable {
    /// The hash of the bytes added so far.
    package private(set) var value: UInt64 = Self.start

    /// Creates the hash of an empty sequence.
    package init() {}

    /// Adds bytes.
    package mutating func add(_ bytes: some Sequence<UInt8>) {
        value = Self.adding(bytes, to: value)
    }

    /// The hash of a text.
    package static func of(_ text: String) -> UInt64 {
        adding(text.utf8, to: start)
    }

    /// The hash of an array of bytes.
    package static func of(_ bytes: [UInt8]) -> UInt64 {
        adding(bytes, to: start)
    }

    /// The hash of a pair of texts; it differs from the hash of their concatenation.
    package static func of(_ first: String, _ second: String) -> UInt64 {
        adding(second.utf8, to: (of(first) ^ 0xFF) &* prime)
    }

    /// A hash as 16 hexadecimal digits.
    package static func hexadecimal(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    /// The hash of a text as 16 hexadecimal digits.
    package static func hexadecimal(_ text: String) -> String { hexadecimal(of(text)) }

    private static let start: UInt64 = 0xCBF2_9CE4_8422_2325
    private static let prime: UInt64 = 0x100_0000_01B3

    private static func adding(_ bytes: some Sequence<UInt8>, to start: UInt64) -> UInt64 {
        // Generic code is not specialised across modules; a generic byte-by-byte loop would take 50 times as long.
        if let hash = bytes.withContiguousStorageIfAvailable({ hash(of: $0, from: start) }) { return hash }
        return Array(bytes).withUnsafeBufferPointer { hash(of: $0, from: start) }
    }

    private static func hash(of bytes: UnsafeBufferPointer<UInt8>, from start: UInt64) -> UInt64 {
        var hash = start
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* prime }
        return hash
    }
}
