/// Builds one node of an ``EncodedValue`` tree. A value fills the node directly or through a container.
final class ValueEncoder: Encoder, SingleValueEncodingContainer {
    private var simple = EncodedValue.null
    private var elements: [ValueEncoder]?
    private var members: [(name: String, node: ValueEncoder)]?

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The tree rooted at this node.
    var coded: EncodedValue {
        if let members { return .object(members.map { ($0.name, $0.node.coded) }) }
        return elements.map { .list($0.map(\.coded)) } ?? simple
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        members = members ?? []
        return KeyedEncodingContainer(Members<Key>(node: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        elements = elements ?? []
        return Elements(node: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() { simple = .null }

    func encode<Value: Encodable>(_ value: Value) throws {
        // Numbers and strings are leaves; everything else encodes itself.
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
        if let known = members?.first(where: { $0.name == name }) { return known.node }
        let node = ValueEncoder()
        members?.append((name, node))
        return node
    }

    private func element() -> ValueEncoder {
        let node = ValueEncoder()
        elements?.append(node)
        return node
    }

    private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let node: ValueEncoder
        var codingPath: [any CodingKey] { [] }

        func encodeNil(forKey key: Key) { node.member(key.stringValue).encodeNil() }

        func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
            try node.member(key.stringValue).encode(value)
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type,
            forKey key: Key
        ) -> KeyedEncodingContainer<Nested> {
            node.member(key.stringValue).container(keyedBy: type)
        }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            node.member(key.stringValue).unkeyedContainer()
        }

        func superEncoder() -> any Encoder { node.member("super") }

        func superEncoder(forKey key: Key) -> any Encoder { node.member(key.stringValue) }
    }

    private struct Elements: UnkeyedEncodingContainer {
        let node: ValueEncoder
        var codingPath: [any CodingKey] { [] }
        var count: Int { node.elements?.count ?? 0 }

        func encodeNil() { node.element().encodeNil() }

        func encode<Value: Encodable>(_ value: Value) throws { try node.element().encode(value) }

        func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
            node.element().container(keyedBy: type)
        }

        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { node.element().unkeyedContainer() }

        func superEncoder() -> any Encoder { node.element() }
    }
}
