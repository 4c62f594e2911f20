import LanguageServices

/// Reads a Protocol Buffers message field by field, without a schema.
///
/// Only varints and byte strings are decoded; other wire types are skipped.
struct ProtocolBuffer {
    /// A field of a message.
    struct Field {
        var number: UInt64
        var value: Value
        /// The range of the field in the message, including key and value.
        var range: Range<Int>
    }

    enum Value {
        case number(UInt64)
        case bytes(ArraySlice<UInt8>)
        case other
    }

    /// The message ends within a field, or has an invalid wire type.
    struct Malformed: Error {}

    private let bytes: ArraySlice<UInt8>
    private var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// The next field; `nil` at the end.
    mutating func next() throws(Malformed) -> Field? {
        guard position < bytes.endIndex else { return nil }
        let start = position
        let key = try number()
        let value: Value
        switch key & 7 {
        case 0: value = .number(try number())
        case 1: value = try skip(8)
        case 2: value = .bytes(try take(number()))
        case 5: value = try skip(4)
        default: throw Malformed()
        }
        return Field(number: key >> 3, value: value, range: start..<position)
    }

    private mutating func skip(_ count: UInt64) throws(Malformed) -> Value {
        _ = try take(count)
        return .other
    }

    private mutating func take(_ count: UInt64) throws(Malformed) -> ArraySlice<UInt8> {
        guard count <= UInt64(bytes.endIndex - position) else { throw Malformed() }
        let result = bytes[position..<position + Int(count)]
        position = result.endIndex
        return result
    }

    private mutating func number() throws(Malformed) -> UInt64 {
        var result: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            guard position < bytes.endIndex else { throw Malformed() }
            let byte = bytes[position]
            position += 1
            // Only one bit of the tenth byte is used; the others are dropped, as in other readers.
            result |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return result }
        }
        throw Malformed()
    }
}

extension ProtocolBuffer {
    /// Appends a number as a field.
    static func append(_ number: UInt64, as field: UInt64, to bytes: inout [UInt8]) {
        bytes.append(variableLength: field << 3)
        bytes.append(variableLength: number)
    }

    /// Appends a byte string as a field.
    static func append(_ value: some Collection<UInt8>, as field: UInt64, to bytes: inout [UInt8]) {
        bytes.append(variableLength: field << 3 | 2)
        bytes.append(variableLength: UInt64(value.count))
        bytes.append(contentsOf: value)
    }
}
