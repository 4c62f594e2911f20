/// A place in a tree that is being built: a value fills it at once, or by containers bit by bit.
final class ValueEncoder: Encoder, SingleValueEncodingContainer {
    private var simple = EncodedValue.null
    private var elements: [ValueEncoder]?
    private var members: [(name: String, place: ValueEncoder)]?

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The tree below this place.
    var coded: EncodedValue {
        if let members { return .object(members.map { ($0.name, $0.place.coded) }) }
        return elements.map { .list($0.map(\.coded)) } ?? simple
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        members = members ?? []
        return KeyedEncodingContainer(Members<Key>(place: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        elements = elements ?? []
        return Elements(place: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() { simple = .null }

    func encode<Value: Encodable>(_ value: Value) throws {
        // Numbers and texts are what trees end in; all else encodes itself.
        switch value {
        case let value as Bool: simple = .bool(value)
        case let value as String: simple = .text(value)
        case let value as Double: simple = .number(value)
        case let value as Float: simple = .number(Double(value))
        case let value as any BinaryInteger:
            if let number = Int64(exactly: value) {
                simple = .integer(number)
            } else if let number = UInt64(exactly: value) {
                simple = .unsigned(number)
            } else {
                throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: "too large"))
            }
        default: try value.encode(to: self)
        }
    }

    private func member(_ name: String) -> ValueEncoder {
        if let known = members?.first(where: { $0.name == name }) { return known.place }
        let place = ValueEncoder()
        members?.append((name, place))
        return place
    }

    private func element() -> ValueEncoder {
        let place = ValueEncoder()
        elements?.append(place)
        return place
    }

    private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let place: ValueEncoder
        var codingPath: [any CodingKey] { [] }

        func encodeNil(forKey key: Key) { place.member(key.stringValue).encodeNil() }

        func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
            try place.member(key.stringValue).encode(value)
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type,
            forKey key: Key
        ) -> KeyedEncodingContainer<Nested> {
            place.member(key.stringValue).container(keyedBy: type)
        }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            place.member(key.stringValue).unkeyedContainer()
        }

        func superEncoder() -> any Encoder { place.member("super") }

        func superEncoder(forKey key: Key) -> any Encoder { place.member(key.stringValue) }
    }

    private struct Elements: UnkeyedEncodingContainer {
        let place: ValueEncoder
        var codingPath: [any CodingKey] { [] }
        var count: Int { place.elements?.count ?? 0 }

        func encodeNil() { place.element().encodeNil() }

        func encode<Value: Encodable>(_ value: Value) throws { try place.element().encode(value) }

        func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
            place.element().container(keyedBy: type)
        }

        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { place.element().unkeyedContainer() }

        func superEncoder() -> any Encoder { place.element() }
    }
}
