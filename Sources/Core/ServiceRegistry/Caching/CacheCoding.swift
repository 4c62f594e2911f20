import LanguageServices

/// A value as it lies in a ``ResponseStore``: what remains of a `Codable` type without its Swift types.
enum CodedValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case number(Double)
    case text(String)
    case list([CodedValue])
    case object([String: CodedValue])
}

// MARK: - As bytes

extension CodedValue {
    /// Writes the value: a byte for its type, then what it holds, with counts before texts, lists and objects.
    func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes.append(0)
        case .bool(let value): bytes.append(value ? 2 : 1)
        case .integer(let value):
            bytes.append(3)
            Self.write(UInt64(bitPattern: value << 1 ^ value >> 63), to: &bytes)
        case .unsigned(let value):
            bytes.append(4)
            Self.write(value, to: &bytes)
        case .number(let value):
            bytes.append(5)
            withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
        case .text(let value):
            bytes.append(6)
            Self.write(value, to: &bytes)
        case .list(let values):
            bytes.append(7)
            Self.write(UInt64(values.count), to: &bytes)
            for value in values { value.write(to: &bytes) }
        case .object(let members):
            bytes.append(8)
            Self.write(UInt64(members.count), to: &bytes)
            // In one order, so that equal answers are equal bytes.
            for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                Self.write(name, to: &bytes)
                value.write(to: &bytes)
            }
        }
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        write(UInt64(text.utf8.count), to: &bytes)
        bytes.append(contentsOf: text.utf8)
    }

    /// Seven bits a byte, the lowest first; the highest bit says that more follow.
    private static func write(_ number: UInt64, to bytes: inout [UInt8]) {
        var rest = number
        while rest > 0x7F {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }
}

/// Reads values from bytes that may be damaged.
struct CodedReader {
    /// The bytes are no values.
    struct Malformed: Error {}

    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// What has not been read.
    var remainder: ArraySlice<UInt8> { rest }

    /// The next value.
    mutating func value() throws(Malformed) -> CodedValue { try value(depth: 0) }

    private mutating func value(depth: Int) throws(Malformed) -> CodedValue {
        // No answer is nested so deep, and what is would exhaust the stack.
        guard depth < 32, let type = rest.popFirst() else { throw Malformed() }
        switch type {
        case 0: return .null
        case 1, 2: return .bool(type == 2)
        case 3:
            let number = try number()
            return .integer(Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1))
        case 4: return .unsigned(try number())
        case 5:
            var bits: UInt64 = 0
            for (place, byte) in try take(8).enumerated() { bits |= UInt64(byte) << UInt64(place * 8) }
            return .number(Double(bitPattern: bits))
        case 6: return .text(try text())
        case 7:
            var values: [CodedValue] = []
            for _ in 0..<(try count()) { values.append(try value(depth: depth + 1)) }
            return .list(values)
        case 8:
            var members: [String: CodedValue] = [:]
            for _ in 0..<(try count()) {
                let name = try text()
                members[name] = try value(depth: depth + 1)
            }
            return .object(members)
        default: throw Malformed()
        }
    }

    private mutating func text() throws(Malformed) -> String {
        guard let text = String(validating: try take(try count()), as: UTF8.self) else { throw Malformed() }
        return text
    }

    /// A count of things of which each has a byte at least.
    private mutating func count() throws(Malformed) -> Int {
        guard let count = Int(exactly: try number()), count <= rest.count else { throw Malformed() }
        return count
    }

    private mutating func number() throws(Malformed) -> UInt64 {
        var number: UInt64 = 0
        for shift in stride(from: UInt64(0), through: 63, by: 7) {
            guard let byte = rest.popFirst() else { throw Malformed() }
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return number }
        }
        throw Malformed()
    }

    private mutating func take(_ count: Int) throws(Malformed) -> ArraySlice<UInt8> {
        guard count <= rest.count else { throw Malformed() }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}

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
