/// The body of an answer, piece by piece as it comes. It can be read once.
///
/// What is not read in time stays with the server: a reader that stops for a while does not fill the memory.
public struct HTTPBody: AsyncSequence, Sendable {
    /// A piece of the body; never empty.
    public typealias Element = [UInt8]

    private let source: any HTTPBodySource

    /// Creates a body.
    public init(_ source: any HTTPBodySource) { self.source = source }

    /// A body that is there already.
    public init(_ bytes: [UInt8]) { source = WholeBody(bytes) }

    /// Reads the body.
    public func makeAsyncIterator() -> Iterator { Iterator(source: source) }

    /// Reads a body.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        let source: any HTTPBodySource

        /// The next piece; `nil` at the end.
        public mutating func next() async throws -> [UInt8]? { try await source.next() }
    }
}

/// Where the pieces of a body come from.
public protocol HTTPBodySource: Sendable, AnyObject {
    /// The next piece, which is not empty; `nil` at the end.
    func next() async throws -> [UInt8]?
}
