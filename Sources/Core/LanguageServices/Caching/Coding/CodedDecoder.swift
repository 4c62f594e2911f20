/// Makes any `Decodable` value of a ``CodedValue``.
struct CodedDecoder: Decoder {
    private let value: CodedValue

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The value that was coded.
    ///
    /// - Throws: `DecodingError` when it is none of the type, as this version knows it.
    static func value<Value: Decodable>(_ type: Value.Type, from coded: CodedValue) throws -> Value {
        switch (coded, type) {
        case (.text(let text), is String.Type): return try cast(text)
        case (.bool(let bool), is Bool.Type): return try cast(bool)
        case (.number(let number), is Double.Type): return try cast(number)
        case (.number(let number), is Float.Type): return try cast(Float(number))
        case (.integer(let number), let type as any FixedWidthInteger.Type): return try integer(number, type)
        case (.unsigned(let number), let type as any FixedWidthInteger.Type): return try integer(number, type)
        case (_, is String.Type), (_, is Bool.Type), (_, is Double.Type), (_, is Float.Type),
            (_, is any FixedWidthInteger.Type):
            throw mismatch("it is no \(type)")
        default: return try type.init(from: CodedDecoder(value: coded))
        }
    }

    private static func integer<Value>(
        _ number: some FixedWidthInteger,
        _ type: any FixedWidthInteger.Type
    ) throws -> Value {
        func made<Wanted: FixedWidthInteger>(_ type: Wanted.Type) throws -> Value {
            guard let exact = type.init(exactly: number) else { throw mismatch("\(number) is no \(type)") }
            return try cast(exact)
        }
        return try made(type)
    }

    private static func cast<Value>(_ value: Any) throws -> Value {
        guard let value = value as? Value else { throw mismatch("it is no \(Value.self)") }
        return value
    }

    fileprivate static func mismatch(_ reason: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: [], debugDescription: reason))
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let members) = value else { throw Self.mismatch("it is no object") }
        return KeyedDecodingContainer(Members<Key>(members: members))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .list(let elements) = value else { throw Self.mismatch("it is no list") }
        return Elements(elements: elements)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { Single(value: value) }

    private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let members: [String: CodedValue]
        var codingPath: [any CodingKey] { [] }
        var allKeys: [Key] { members.keys.compactMap { Key(stringValue: $0) } }

        func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }
        func decodeNil(forKey key: Key) throws -> Bool { try member(key.stringValue) == .null }

        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            try CodedDecoder.value(type, from: try member(key.stringValue))
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type,
            forKey key: Key
        ) throws -> KeyedDecodingContainer<Nested> {
            try CodedDecoder(value: try member(key.stringValue)).container(keyedBy: type)
        }

        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            try CodedDecoder(value: try member(key.stringValue)).unkeyedContainer()
        }

        func superDecoder() throws -> any Decoder { CodedDecoder(value: try member("super")) }
        func superDecoder(forKey key: Key) throws -> any Decoder { CodedDecoder(value: try member(key.stringValue)) }

        private func member(_ name: String) throws -> CodedValue {
            guard let value = members[name] else { throw CodedDecoder.mismatch("there is no '\(name)'") }
            return value
        }
    }

    private struct Elements: UnkeyedDecodingContainer {
        let elements: [CodedValue]
        private(set) var currentIndex = 0

        init(elements: [CodedValue]) { self.elements = elements }

        var codingPath: [any CodingKey] { [] }
        var count: Int? { elements.count }
        var isAtEnd: Bool { currentIndex >= elements.count }

        mutating func decodeNil() throws -> Bool {
            guard !isAtEnd else { throw CodedDecoder.mismatch("the list is too short") }
            guard elements[currentIndex] == .null else { return false }
            currentIndex += 1
            return true
        }

        mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            try CodedDecoder.value(type, from: try next())
        }

        mutating func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type
        ) throws -> KeyedDecodingContainer<Nested> { try CodedDecoder(value: try next()).container(keyedBy: type) }

        mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
            try CodedDecoder(value: try next()).unkeyedContainer()
        }

        mutating func superDecoder() throws -> any Decoder { CodedDecoder(value: try next()) }

        private mutating func next() throws -> CodedValue {
            guard !isAtEnd else { throw CodedDecoder.mismatch("the list is too short") }
            defer { currentIndex += 1 }
            return elements[currentIndex]
        }
    }

    private struct Single: SingleValueDecodingContainer {
        let value: CodedValue
        var codingPath: [any CodingKey] { [] }

        func decodeNil() -> Bool { value == .null }
        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try CodedDecoder.value(type, from: value) }
    }
}
