/// An untyped tree of an encoded `Codable` value: the intermediate form between the value and its JSON or cache bytes.
package enum EncodedValue: Sendable {
    /// No value.
    case null
    /// A Boolean.
    case bool(Bool)
    /// An integer.
    case integer(Int64)
    /// An integer that does not fit in `Int64`.
    case unsigned(UInt64)
    /// A floating-point number.
    case number(Double)
    /// A string.
    case text(String)
    /// The elements, in order.
    case list([EncodedValue])
    /// The members, in encoding order.
    case object([(name: String, value: EncodedValue)])
}

extension EncodedValue {
    /// Encodes a value.
    ///
    /// - Throws: Errors from the value's `encode(to:)`, and `EncodingError` for an integer that does not fit in 64
    ///   bits.
    package init(encoding value: some Encodable) throws {
        let encoder = ValueEncoder()
        try encoder.encode(value)
        self = encoder.coded
    }

    /// Decodes a value.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - readsTexts: Whether a number may be encoded as a string. JSON needs this for numbers that it cannot
    ///     represent.
    /// - Throws: `DecodingError` if this is not a valid encoding of `type`.
    package func decoded<Value: Decodable>(as type: Value.Type, readsTexts: Bool = false) throws -> Value {
        try ValueDecoder(coded: self, codingPath: [], readsTexts: readsTexts).decode(type)
    }

    /// The name of this case with its article, for messages: `a string`, `an object`, `null`.
    package var kindName: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .integer, .unsigned, .number: "a number"
        case .text: "a string"
        case .list: "an array"
        case .object: "an object"
        }
    }
}

extension [UInt8] {
    /// Appends a number in LEB128, the encoding that Protocol Buffers use for unsigned numbers: seven bits per byte,
    /// the lowest first; a set high bit means that another byte follows.
    package mutating func append(variableLength number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }
}
