import LanguageServices

/// Encodes `Encodable` values as JSON. Members are written in encoding order, so equal values produce equal bytes
/// unless they contain sets or dictionaries.
///
/// Numbers that JSON cannot represent (unsigned numbers above `Int.max`, non-finite numbers) become strings.
package enum JSONEncoding {
    /// Encodes a value.
    ///
    /// - Throws: Errors thrown by the value's `encode(to:)`.
    package static func value(_ value: some Encodable) throws -> JSONValue {
        JSONValue(try EncodedValue(encoding: value))
    }
}

/// Decodes `Decodable` values from JSON written by ``JSONEncoding``.
package enum JSONDecoding {
    /// Decodes a value.
    ///
    /// - Throws: `DecodingError` if the JSON does not match the type.
    package static func value<Value: Decodable>(_ type: Value.Type, from node: JSONNode) throws -> Value {
        try EncodedValue(node).decoded(as: type, readsTexts: true)
    }
}

extension JSONValue {
    fileprivate init(_ coded: EncodedValue) {
        switch coded {
        case .null: self = .null
        case .bool(let value): self = .bool(value)
        case .integer(let value): self = .integer(Int(value))
        case .unsigned(let value): self = .string(String(value))
        case .number(let value): self = value.isFinite ? .number(value) : .string(String(describing: value))
        case .text(let text): self = .string(text)
        case .list(let elements): self = .array(elements.map { JSONValue($0) })
        case .object(let members): self = .object(members.map { ($0.name, JSONValue($0.value)) })
        }
    }
}

extension EncodedValue {
    init(_ node: JSONNode) {
        switch node.content {
        case .null: self = .null
        case .bool(let value): self = .bool(value)
        case .number(let number):
            // −0 is decoded as a `Double`, which keeps its sign.
            let whole = number.double == 0 ? nil : number.int
            self = whole.map { .integer(Int64($0)) } ?? number.double.map { .number($0) } ?? .null
        case .string(let text): self = .text(text)
        case .array(let elements): self = .list(elements.map { EncodedValue($0) })
        case .object(let members): self = .object(members.map { ($0.key, EncodedValue($0.value)) })
        }
    }
}
