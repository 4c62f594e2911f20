/// Writes `Encodable` values as JSON: members stand in the order in which a value encodes them, so that equal values give
/// equal bytes as long as they hold neither sets nor dictionaries.
///
/// What JSON has no number for (an unsigned number above `Int.max`, a number that is not finite) is a string.
package enum JSONEncoding {
    /// The JSON of a value.
    ///
    /// - Throws: What the value itself throws.
    package static func value(_ value: some Encodable) throws -> JSONValue {
        let place = JSONPlace()
        try value.encode(to: JSONTreeEncoder(place: place, codingPath: []))
        return place.value
    }
}

/// A place in a tree that is being built: an encoder fills it once, or makes containers that fill it bit by bit.
private final class JSONPlace {
    private enum Content {
        case value(JSONValue)
        case elements([JSONPlace])
        case members([(String, JSONPlace)])
    }

    private var content = Content.value(.null)

    var count: Int {
        if case .elements(let places) = content { places.count } else { 0 }
    }

    var value: JSONValue {
        switch content {
        case .value(let value): value
        case .elements(let places): .array(places.map(\.value))
        case .members(let members): .object(members.map { ($0, $1.value) })
        }
    }

    func set(_ value: JSONValue) { content = .value(value) }

    func openArray() {
        if case .elements = content { return }
        content = .elements([])
    }

    func openObject() {
        if case .members = content { return }
        content = .members([])
    }

    func append() -> JSONPlace {
        var places: [JSONPlace] = []
        if case .elements(let known) = content { places = known }
        let place = JSONPlace()
        content = .elements(places + [place])
        return place
    }

    func member(_ name: String) -> JSONPlace {
        var members: [(String, JSONPlace)] = []
        if case .members(let known) = content { members = known }
        if let known = members.first(where: { $0.0 == name }) { return known.1 }
        let place = JSONPlace()
        content = .members(members + [(name, place)])
        return place
    }
}

private struct JSONTreeEncoder: Encoder {
    let place: JSONPlace
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        place.openObject()
        return KeyedEncodingContainer(KeyedJSONEncoder<Key>(place: place, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        place.openArray()
        return UnkeyedJSONEncoder(place: place, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleJSONEncoder(place: place, codingPath: codingPath)
    }
}

extension JSONPlace {
    func encode(_ value: some Encodable, at path: [any CodingKey]) throws {
        // Numbers and texts are what trees end in; all else encodes itself.
        switch value {
        case let value as Bool: set(.bool(value))
        case let value as String: set(.string(value))
        case let value as Double: set(value.isFinite ? .number(value) : .string(String(describing: value)))
        case let value as Float: set(value.isFinite ? .number(Double(value)) : .string(String(describing: value)))
        case let value as any BinaryInteger:
            set(Int(exactly: value).map { .integer($0) } ?? .string(String(describing: value)))
        default: try value.encode(to: JSONTreeEncoder(place: self, codingPath: path))
        }
    }
}

private struct KeyedJSONEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let place: JSONPlace
    let codingPath: [any CodingKey]

    func encodeNil(forKey key: Key) { place.member(key.stringValue).set(.null) }

    func encode(_ value: some Encodable, forKey key: Key) throws {
        try place.member(key.stringValue).encode(value, at: codingPath + [key])
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        JSONTreeEncoder(place: place.member(key.stringValue), codingPath: codingPath + [key]).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        JSONTreeEncoder(place: place.member(key.stringValue), codingPath: codingPath + [key]).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { JSONTreeEncoder(place: place.member("super"), codingPath: codingPath) }

    func superEncoder(forKey key: Key) -> any Encoder {
        JSONTreeEncoder(place: place.member(key.stringValue), codingPath: codingPath + [key])
    }
}

private struct UnkeyedJSONEncoder: UnkeyedEncodingContainer {
    let place: JSONPlace
    let codingPath: [any CodingKey]
    var count: Int { place.count }

    func encodeNil() { place.append().set(.null) }

    func encode(_ value: some Encodable) throws { try place.append().encode(value, at: codingPath) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        JSONTreeEncoder(place: place.append(), codingPath: codingPath).container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        JSONTreeEncoder(place: place.append(), codingPath: codingPath).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { JSONTreeEncoder(place: place.append(), codingPath: codingPath) }
}

private struct SingleJSONEncoder: SingleValueEncodingContainer {
    let place: JSONPlace
    let codingPath: [any CodingKey]

    func encodeNil() { place.set(.null) }

    func encode(_ value: some Encodable) throws { try place.encode(value, at: codingPath) }
}
