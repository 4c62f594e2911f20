/// Where sentences are found.
protocol SentenceSource: Sendable {
    /// What changes when the source does: paths, sizes and times.
    var stamp: String { get }

    /// Reads all sentences in their order.
    ///
    /// - Parameter body: Told of each.
    /// - Returns: What there is to say of it when it has been read.
    /// - Throws: `ServiceError` when it cannot be read, and what `body` throws.
    func read(_ body: (FoundSentence) throws -> Void) throws -> SourceReport
}

/// What there is to say of a source that has been read.
struct SourceReport: Sendable, Hashable {
    /// What the user should know, a line each.
    var notices: [String] = []

    /// The licences of its sentences, by how their places begin, where the source tells.
    var licences: [String: String] = [:]
}
