import Audio

/// How samples are written in a WAV file, and how they become samples of 16 bit.
enum SampleCoding: Sendable, Hashable {
    case unsigned8, signed16, signed24, signed32, float32, float64

    /// The coding of a file; `nil` for compressed ones.
    init?(_ layout: WAVLayout) {
        switch (layout.coding, layout.bitsPerSample) {
        case (1, 8): self = .unsigned8
        case (1, 16): self = .signed16
        case (1, 24): self = .signed24
        case (1, 32): self = .signed32
        case (3, 32): self = .float32
        case (3, 64): self = .float64
        default: return nil
        }
    }

    /// Bytes per sample.
    var width: Int {
        switch self {
        case .unsigned8: 1
        case .signed16: 2
        case .signed24: 3
        case .signed32, .float32: 4
        case .float64: 8
        }
    }

    /// The samples in some bytes, low byte first; what is left of a sample that is not whole is not looked at.
    func samples(_ bytes: ArraySlice<UInt8>) -> [Int16] {
        let count = bytes.count / width
        return bytes.withUnsafeBytes { raw in
            func load<Value: BitwiseCopyable>(_ index: Int, _ type: Value.Type) -> Value {
                raw.loadUnaligned(fromByteOffset: index * width, as: type)
            }
            return (0..<count).map { index in
                switch self {
                case .unsigned8: (Int16(load(index, UInt8.self)) - 128) * 256
                case .signed16: Int16(littleEndian: load(index, Int16.self))
                // The two high bytes of three.
                case .signed24:
                    Int16(littleEndian: raw.loadUnaligned(fromByteOffset: index * width + 1, as: Int16.self))
                case .signed32: Int16(truncatingIfNeeded: Int32(littleEndian: load(index, Int32.self)) >> 16)
                case .float32: Self.sample(Double(Float(bitPattern: UInt32(littleEndian: load(index, UInt32.self)))))
                case .float64: Self.sample(Double(bitPattern: UInt64(littleEndian: load(index, UInt64.self))))
                }
            }
        }
    }

    private static func sample(_ value: Double) -> Int16 {
        guard value.isFinite else { return 0 }
        return Int16(max(-32_768, min(32_767, (value * 32_768).rounded())))
    }
}
