/// Reads `Decodable` values from JSON that ``JSONEncoding`` has written.
package enum JSONDecoding {
    /// A value.
    ///
    /// - Throws: `DecodingError` when the JSON is something else.
    package static func value<Value: Decodable>(_ type: Value.Type, from node: JSONNode) throws -> Value {
        try JSONTreeDecoder(node: node, codingPath: []).decode(type)
    }
}

private struct JSONTreeDecoder: Decoder {
    let node: JSONNode
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard let members = node.members else { throw mismatch([String: String].self) }
        return KeyedDecodingContainer(KeyedJSONDecoder<Key>(members: members, codingPath: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard let elements = node.elements else { throw mismatch([String].self) }
        return UnkeyedJSONDecoder(elements: elements, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        SingleJSONDecoder(decoder: self)
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let plain: (any Decodable)?
        switch type {
        case is Bool.Type: plain = node.bool
        case is String.Type: plain = node.string
        case is Double.Type: plain = node.number?.double ?? node.string.flatMap { Double($0) }
        case is Float.Type: plain = node.number?.double.map { Float($0) } ?? node.string.flatMap { Float($0) }
        case let number as any FixedWidthInteger.Type: plain = Self.whole(number, in: node) as? any Decodable
        default: return try type.init(from: self)
        }
        guard let value = plain as? Value else { throw mismatch(type) }
        return value
    }

    private static func whole<Number: FixedWidthInteger>(_ type: Number.Type, in node: JSONNode) -> Number? {
        if let number = node.number?.int { return Number(exactly: number) }
        return node.string.flatMap { Number($0) }
    }

    func mismatch(_ type: Any.Type) -> DecodingError {
        .typeMismatch(type, .init(codingPath: codingPath, debugDescription: "there is \(node.kindName)"))
    }
}

private struct KeyedJSONDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let members: [JSONMember]
    let codingPath: [any CodingKey]

    var allKeys: [Key] { members.compactMap { Key(stringValue: $0.key) } }

    func contains(_ key: Key) -> Bool { members.contains { $0.key == key.stringValue } }

    func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).node.isNull }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoder(key).decode(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try decoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        guard let member = members.first(where: { $0.key == "super" }) else {
            throw DecodingError.valueNotFound(
                (any Decoder).self,
                .init(codingPath: codingPath, debugDescription: "there is no member 'super'")
            )
        }
        return JSONTreeDecoder(node: member.value, codingPath: codingPath)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }

    private func decoder(_ key: Key) throws -> JSONTreeDecoder {
        guard let member = members.first(where: { $0.key == key.stringValue }) else {
            throw DecodingError.keyNotFound(
                key,
                .init(codingPath: codingPath, debugDescription: "there is no member '\(key.stringValue)'")
            )
        }
        return JSONTreeDecoder(node: member.value, codingPath: codingPath + [key])
    }
}

private struct UnkeyedJSONDecoder: UnkeyedDecodingContainer {
    let elements: [JSONNode]
    let codingPath: [any CodingKey]
    private(set) var currentIndex = 0

    init(elements: [JSONNode], codingPath: [any CodingKey]) {
        self.elements = elements
        self.codingPath = codingPath
    }

    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    mutating func decodeNil() throws -> Bool {
        guard try current().node.isNull else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try next { try $0.decode(type) }
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws
        -> KeyedDecodingContainer<Nested>
    {
        try next { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try next { $0 } }

    private mutating func next<Value>(_ body: (JSONTreeDecoder) throws -> Value) throws -> Value {
        let value = try body(try current())
        currentIndex += 1
        return value
    }

    private func current() throws -> JSONTreeDecoder {
        guard elements.indices.contains(currentIndex) else {
            throw DecodingError.valueNotFound(
                JSONNode.self,
                .init(codingPath: codingPath, debugDescription: "there are only \(elements.count) elements")
            )
        }
        return JSONTreeDecoder(node: elements[currentIndex], codingPath: codingPath)
    }
}

private struct SingleJSONDecoder: SingleValueDecodingContainer {
    let decoder: JSONTreeDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { decoder.node.isNull }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.decode(type) }
}
