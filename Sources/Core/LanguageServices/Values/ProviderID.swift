/// The name under which a provider stands in a configuration and in reports, for example `espeak` or `libre`.
///
/// Two providers of one kind (two translation servers, say) have two ids.
public struct ProviderID: Sendable, Hashable, RawRepresentable {
    /// The name itself.
    public let rawValue: String

    /// Creates an id; any non-empty string will do, but short lower-case names read best.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension ProviderID: Codable {
    /// Reads an id from a plain string.
    public init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(String.self)
    }

    /// Writes the id as a plain string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension ProviderID: ExpressibleByStringLiteral, CustomStringConvertible {
    /// Creates an id from a literal: `let id: ProviderID = "espeak"`.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }

    /// The name itself.
    public var description: String { rawValue }
}
