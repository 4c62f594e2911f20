/// Makes a ``CodedValue`` of any `Encodable` value.
struct CodedEncoder: Encoder {
    fileprivate let box: Box

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The value in coded form.
    static func value(_ value: some Encodable) throws -> CodedValue {
        try Box.holding(value).value
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        box.become(.object)
        return KeyedEncodingContainer(Members<Key>(box: box))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        box.become(.list)
        return Elements(box: box)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(box: box) }

    /// A place for a value that is being made.
    fileprivate final class Box {
        enum Shape { case simple, list, object }

        private var shape = Shape.simple
        private var simple = CodedValue.null
        private var elements: [Box] = []
        private var members: [String: Box] = [:]

        var count: Int { elements.count }

        var value: CodedValue {
            switch shape {
            case .simple: simple
            case .list: .list(elements.map(\.value))
            case .object: .object(members.mapValues(\.value))
            }
        }

        func become(_ shape: Shape) { self.shape = shape }
        func set(_ value: CodedValue) { (shape, simple) = (.simple, value) }
        func append(_ box: Box) { elements.append(box) }
        func put(_ box: Box, under name: String) { members[name] = box }

        static func holding<Value: Encodable>(_ value: Value) throws -> Box {
            let box = Box()
            try box.take(value)
            return box
        }

        func take<Value: Encodable>(_ value: Value) throws {
            switch value {
            case let value as String: set(.text(value))
            case let value as Bool: set(.bool(value))
            case let value as Double: set(.number(value))
            case let value as Float: set(.number(Double(value)))
            case let value as UInt64: set(.unsigned(value))
            case let value as any FixedWidthInteger:
                guard let number = Int64(exactly: value) else {
                    throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: "too large"))
                }
                set(.integer(number))
            default: try value.encode(to: CodedEncoder(box: self))
            }
        }
    }

    private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let box: Box
        var codingPath: [any CodingKey] { [] }

        func encodeNil(forKey key: Key) { box.put(Box(), under: key.stringValue) }

        func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
            box.put(try Box.holding(value), under: key.stringValue)
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type,
            forKey key: Key
        ) -> KeyedEncodingContainer<Nested> { child(key).container(keyedBy: type) }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { child(key).unkeyedContainer() }

        func superEncoder() -> any Encoder { child("super") }
        func superEncoder(forKey key: Key) -> any Encoder { child(key) }

        private func child(_ key: Key) -> CodedEncoder { child(key.stringValue) }

        private func child(_ name: String) -> CodedEncoder {
            let inner = Box()
            box.put(inner, under: name)
            return CodedEncoder(box: inner)
        }
    }

    private struct Elements: UnkeyedEncodingContainer {
        let box: Box
        var codingPath: [any CodingKey] { [] }
        var count: Int { box.count }

        func encodeNil() { box.append(Box()) }
        func encode<Value: Encodable>(_ value: Value) throws { box.append(try Box.holding(value)) }

        func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
            child().container(keyedBy: type)
        }

        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { child().unkeyedContainer() }
        func superEncoder() -> any Encoder { child() }

        private func child() -> CodedEncoder {
            let inner = Box()
            box.append(inner)
            return CodedEncoder(box: inner)
        }
    }

    private struct Single: SingleValueEncodingContainer {
        let box: Box
        var codingPath: [any CodingKey] { [] }

        func encodeNil() { box.set(.null) }
        func encode<Value: Encodable>(_ value: Value) throws { try box.take(value) }
    }
}
