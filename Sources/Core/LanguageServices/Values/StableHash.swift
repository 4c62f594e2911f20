/// A hash that is the same in every run and on every machine: FNV-1a, 64 bit (Fowler, Noll and Vo 1991).
///
/// Not for secrets, and not against somebody who wants two texts to collide.
package struct StableHash: Sendable {
    /// The hash of what has been added.
    package private(set) var value: UInt64 = Self.start

    /// Makes the hash of nothing.
    package init() {}

    /// Adds bytes.
    package mutating func add(_ bytes: some Sequence<UInt8>) {
        value = Self.adding(bytes, to: value)
    }

    /// The hash of a text.
    package static func of(_ text: String) -> UInt64 {
        adding(text.utf8, to: start)
    }

    /// The hash of some bytes.
    package static func of(_ bytes: [UInt8]) -> UInt64 {
        adding(bytes, to: start)
    }

    /// The hash of two texts, which are not taken for their concatenation.
    package static func of(_ first: String, _ second: String) -> UInt64 {
        adding(second.utf8, to: (of(first) ^ 0xFF) &* prime)
    }

    /// A hash as sixteen hexadecimal digits.
    package static func hexadecimal(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    /// The hash of a text as sixteen hexadecimal digits.
    package static func hexadecimal(_ text: String) -> String { hexadecimal(of(text)) }

    private static let start: UInt64 = 0xCBF2_9CE4_8422_2325
    private static let prime: UInt64 = 0x100_0000_01B3

    private static func adding(_ bytes: some Sequence<UInt8>, to start: UInt64) -> UInt64 {
        // Generic code that another module calls is not specialised: byte by byte it takes fifty times as long.
        if let hash = bytes.withContiguousStorageIfAvailable({ hash(of: $0, from: start) }) { return hash }
        return Array(bytes).withUnsafeBufferPointer { hash(of: $0, from: start) }
    }

    private static func hash(of bytes: UnsafeBufferPointer<UInt8>, from start: UInt64) -> UInt64 {
        var hash = start
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* prime }
        return hash
    }
}
