/// What remains of a `Codable` value without its Swift types: the form between the value and its JSON, or its bytes in a
/// cache.
package enum EncodedValue: Sendable {
    /// Nothing.
    case null
    /// A truth value.
    case bool(Bool)
    /// A whole number.
    case integer(Int64)
    /// A whole number above the range of `Int64`.
    case unsigned(UInt64)
    /// Any other number.
    case number(Double)
    /// A text.
    case text(String)
    /// The elements in order.
    case list([EncodedValue])
    /// The members in the order in which they were encoded.
    case object([(name: String, value: EncodedValue)])
}

extension EncodedValue {
    /// The coded form of a value.
    ///
    /// - Throws: What the value itself throws, and `EncodingError` for a whole number of more than 64 bits.
    package init(encoding value: some Encodable) throws {
        let encoder = ValueEncoder()
        try encoder.encode(value)
        self = encoder.coded
    }

    /// The value that was coded.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - readsTexts: Whether a number may be a text, as in JSON, which has no numbers for some.
    /// - Throws: `DecodingError` when it is none of the type, as this version knows it.
    package func decoded<Value: Decodable>(as type: Value.Type, readsTexts: Bool = false) throws -> Value {
        try ValueDecoder(coded: self, codingPath: [], readsTexts: readsTexts).decode(type)
    }

    /// The kind of value for messages, with its article: `a string`, `an object`, `null`.
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
