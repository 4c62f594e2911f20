extension [UInt8] {
    /// Appends a number with seven bits per byte, the lowest first; the highest bit says that another byte follows (LEB128,
    /// as protocol buffers write unsigned numbers).
    package mutating func append(variableLength number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }
}
