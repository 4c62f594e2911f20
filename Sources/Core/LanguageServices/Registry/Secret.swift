/// A value that must not be shown: a key, a token.
///
/// It can be read only by ``reveal()``. Its descriptions, its mirror and every form of printing show `•••` instead, and
/// it is not `Codable`, so that it cannot slip into a log, an error, a file or a cache key.
public struct Secret: Sendable, Hashable {
    private let value: String

    /// Where the value came from, in words that may be shown: `environment variable LIBRE_KEY`.
    public let source: String

    /// Creates a secret.
    public init(_ value: String, source: String) {
        self.value = value
        self.source = source
    }

    /// The value itself. Call this only where it is sent.
    public func reveal() -> String { value }

    /// What stands wherever a secret would.
    public static let redacted = "•••"
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `•••`.
    public var description: String { Self.redacted }
    /// `•••`.
    public var debugDescription: String { Self.redacted }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
