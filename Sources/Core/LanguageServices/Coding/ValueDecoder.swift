/// Decodes `Decodable` values from an ``EncodedValue``.
struct ValueDecoder: Decoder, SingleValueDecodingContainer {
    let coded: EncodedValue
    let codingPath: [any CodingKey]
    let readsTexts: Bool

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let members) = coded else { throw mismatch([String: String].self) }
        return KeyedDecodingContainer(Members<Key>(members: members, decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .list(let elements) = coded else { throw mismatch([String].self) }
        return Elements(elements: elements, decoder: self)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool {
        if case .null = coded { true } else { false }
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let plain: Any?
        switch type {
        case is Bool.Type: if case .bool(let truth) = coded { plain = truth } else { plain = nil }
        case is String.Type: if case .text(let text) = coded { plain = text } else { plain = nil }
        case is Double.Type: plain = double
        case is Float.Type: plain = double.map { Float($0) }
        case let number as any FixedWidthInteger.Type: plain = whole(number)
        default: return try type.init(from: self)
        }
        guard let value = plain as? Value else { throw mismatch(type) }
        return value
    }

    private var double: Double? {
        switch coded {
        case .number(let number): number
        case .integer(let number): Double(number)
        case .unsigned(let number): Double(number)
        case .text(let text) where readsTexts: Double(text)
        default: nil
        }
    }

    private func whole<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
        switch coded {
        case .integer(let number): Number(exactly: number)
        case .unsigned(let number): Number(exactly: number)
        case .number(let number): WholeNumber.int(number).flatMap { Number(exactly: $0) }
        case .text(let text) where readsTexts: Number(text)
        default: nil
        }
    }

    private func mismatch(_ type: Any.Type) -> DecodingError {
        .typeMismatch(type, .init(codingPath: codingPath, debugDescription: "found \(coded.kindName)"))
    }

    /// The decoder of a nested value.
    private func inner(_ coded: EncodedValue, _ key: (any CodingKey)? = nil) -> ValueDecoder {
        ValueDecoder(coded: coded, codingPath: codingPath + [key].compactMap { $0 }, readsTexts: readsTexts)
    }

    private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let members: [(name: String, value: EncodedValue)]
        let decoder: ValueDecoder

        var codingPath: [any CodingKey] { decoder.codingPath }
        var allKeys: [Key] { members.compactMap { Key(stringValue: $0.name) } }

        func contains(_ key: Key) -> Bool { value(key.stringValue) != nil }

        func decodeNil(forKey key: Key) throws -> Bool { try member(key).decodeNil() }

        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            try member(key).decode(type)
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type,
            forKey key: Key
        ) throws -> KeyedDecodingContainer<Nested> {
            try member(key).container(keyedBy: type)
        }

        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            try member(key).unkeyedContainer()
        }

        func superDecoder() throws -> any Decoder {
            guard let value = value("super") else {
                throw DecodingError.valueNotFound(
                    (any Decoder).self,
                    .init(codingPath: codingPath, debugDescription: "there is no member 'super'")
                )
            }
            return decoder.inner(value)
        }

        func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }

        private func value(_ name: String) -> EncodedValue? { members.first { $0.name == name }?.value }

        private func member(_ key: Key) throws -> ValueDecoder {
            guard let value = value(key.stringValue) else {
                throw DecodingError.keyNotFound(
                    key,
                    .init(codingPath: codingPath, debugDescription: "there is no member '\(key.stringValue)'")
                )
            }
            return decoder.inner(value, key)
        }
    }

    private struct Elements: UnkeyedDecodingContainer {
        let elements: [EncodedValue]
        let decoder: ValueDecoder
        var currentIndex = 0

        var codingPath: [any CodingKey] { decoder.codingPath }
        var count: Int? { elements.count }
        var isAtEnd: Bool { currentIndex >= elements.count }

        mutating func decodeNil() throws -> Bool {
            guard try current().decodeNil() else { return false }
            currentIndex += 1
            return true
        }

        mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            try next { try $0.decode(type) }
        }

        mutating func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type
        ) throws -> KeyedDecodingContainer<Nested> {
            try next { try $0.container(keyedBy: type) }
        }

        mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
            try next { try $0.unkeyedContainer() }
        }

        mutating func superDecoder() throws -> any Decoder { try next { $0 } }

        private mutating func next<Value>(_ body: (ValueDecoder) throws -> Value) throws -> Value {
            let value = try body(try current())
            currentIndex += 1
            return value
        }

        private func current() throws -> ValueDecoder {
            guard !isAtEnd else {
                throw DecodingError.valueNotFound(
                    EncodedValue.self,
                    .init(codingPath: codingPath, debugDescription: "there are only \(elements.count) elements")
                )
            }
            return decoder.inner(elements[currentIndex])
        }
    }
}
