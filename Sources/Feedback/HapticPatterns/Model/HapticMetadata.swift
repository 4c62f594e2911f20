/// Metadata of a pattern file: any JSON value.
public indirect enum HapticMetadata: Sendable, Hashable {
    /// `null`.
    case null
    /// `true` or `false`.
    case boolean(Bool)
    /// A number.
    case number(Double)
    /// A string.
    case text(String)
    /// An array of values.
    case list([HapticMetadata])
    /// An object: named values in file order.
    case group([Member])

    /// A named value.
    public struct Member: Sendable, Hashable {
        /// The name.
        public var name: String

        /// The value.
        public var value: HapticMetadata

        /// Creates a named value.
        public init(_ name: String, _ value: HapticMetadata) {
            self.name = name
            self.value = value
        }
    }

    /// The value with the given name, if this value is an object; `nil` if there is none.
    public subscript(name: String) -> HapticMetadata? {
        guard case .group(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// The string, if the value is one.
    public var text: String? {
        if case .text(let text) = self { text } else { nil }
    }
}

extension HapticMetadata: Codable {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    /// Reads any JSON value.
    public init(from decoder: any Decoder) throws {
        if let group = try? decoder.container(keyedBy: Name.self) {
            self = .group(
                try group.allKeys.map { Member($0.stringValue, try group.decode(HapticMetadata.self, forKey: $0)) }
            )
            return
        }
        if var list = try? decoder.unkeyedContainer() {
            var values: [HapticMetadata] = []
            while !list.isAtEnd { values.append(try list.decode(HapticMetadata.self)) }
            self = .list(values)
            return
        }
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let boolean = try? value.decode(Bool.self) {
            self = .boolean(boolean)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else {
            self = .number(try value.decode(Double.self))
        }
    }

    /// Writes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .group(let members):
            var group = encoder.container(keyedBy: Name.self)
            for member in members { try group.encode(member.value, forKey: Name(member.name)) }
        case .list(let values): try values.encode(to: encoder)
        case .null: try Bool?.none.encode(to: encoder)
        case .boolean(let boolean): try boolean.encode(to: encoder)
        case .number(let number): try number.encode(to: encoder)
        case .text(let text): try text.encode(to: encoder)
        }
    }
}
