/// Writes the fields of a block; the counterpart of ``ByteReader``.
package struct ByteWriter {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    mutating func byte(_ value: UInt8) {
        bytes.append(value)
    }

    mutating func word32(_ value: UInt32) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    package mutating func word64(_ value: UInt64) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Overwrites the bytes at an offset with a little-endian number.
    mutating func replace(_ value: some FixedWidthInteger, at position: Int) {
        withUnsafeBytes(of: value.littleEndian) { raw in
            for (index, byte) in raw.enumerated() where position + index < bytes.count {
                bytes[position + index] = byte
            }
        }
    }

    package mutating func number(_ value: Int) {
        var rest = UInt64(value.magnitude)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    package mutating func raw(_ more: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: more)
    }

    mutating func text(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            number(utf8.count)
            bytes.append(contentsOf: utf8)
        }
    }

    mutating func texts(_ texts: [String]) {
        number(texts.count)
        for text in texts { self.text(text) }
    }

    mutating func optionalText(_ text: String?) {
        byte(text == nil ? 0 : 1)
        if let text { self.text(text) }
    }

    /// Pads to a multiple of eight bytes.
    mutating func pad() {
        while bytes.count % 8 != 0 { bytes.append(0) }
    }

    /// Pads the block and writes the hash of everything after its first eight bytes into those bytes.
    package mutating func seal(from start: Int = 0) {
        pad()
        seal(start..<bytes.count)
    }

    /// Writes the hash of a block into its first eight bytes.
    mutating func seal(_ block: Range<Int>) {
        guard block.count >= 8, block.upperBound <= bytes.count else { return }
        let hash = bytes.withUnsafeBytes {
            IndexHash.of($0.part((block.lowerBound + 8)..<block.upperBound))
        }
        replace(hash, at: block.lowerBound)
    }
}
