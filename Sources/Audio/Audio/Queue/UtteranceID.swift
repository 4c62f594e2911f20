/// The name of an utterance within its queue.
public struct UtteranceID: Sendable, Hashable, RawRepresentable, ExpressibleByStringInterpolation,
    CustomStringConvertible
{
    /// The name itself.
    public let rawValue: String

    /// Creates an id; any string will do.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates an id from a literal.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }

    /// The name itself.
    public var description: String { rawValue }
}
