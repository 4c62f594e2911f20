/// The options of a batch.
public struct BatchOptions: Sendable, Hashable {
    /// The maximum number of texts per request; `nil` for the work's default. The provider's limits always apply.
    public var textsPerRequest: Int?

    /// The maximum number of characters per request; `nil` for the work's default. A longer text gets its own request.
    public var charactersPerRequest: Int?

    /// The number of concurrent requests; `nil` for the work's default.
    public var concurrency: Int?

    /// The maximum number of notes to process; `nil` for all.
    public var limit: Int?

    /// The part of the deck to process; `nil` for the whole deck.
    public var shard: BatchShard?

    /// Whether to resend texts that failed in an earlier run. Failures caused by an unavailable provider are always
    /// retried.
    public var retriesFailed: Bool

    /// Whether to discard the journal from an earlier run.
    public var restarts: Bool

    /// Creates options.
    public init(
        textsPerRequest: Int? = nil,
        charactersPerRequest: Int? = nil,
        concurrency: Int? = nil,
        limit: Int? = nil,
        shard: BatchShard? = nil,
        retriesFailed: Bool = false,
        restarts: Bool = false
    ) {
        self.textsPerRequest = textsPerRequest
        self.charactersPerRequest = charactersPerRequest
        self.concurrency = concurrency
        self.limit = limit
        self.shard = shard
        self.retriesFailed = retriesFailed
        self.restarts = restarts
    }
}

/// A part of a deck, for splitting it among several runs. Notes with the same texts are in the same part, so no text is
/// sent by two runs. As a result, the parts are only approximately equal in size.
public struct BatchShard: Sendable, Hashable {
    /// The number of the part, from 1.
    public let number: Int

    /// The number of parts.
    public let count: Int

    /// Creates a part.
    ///
    /// - Returns: `nil` unless `number` is between 1 and `count`.
    public init?(_ number: Int, of count: Int) {
        guard number >= 1, number <= count else { return nil }
        self.number = number
        self.count = count
    }

    /// Parses `2/8`, the second of eight parts.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]) else { return nil }
        self.init(number, of: count)
    }

    /// Whether notes with these texts are in the part.
    func holds(_ texts: [String]) -> Bool {
        // The hash key is fixed because all runs that share a deck must agree.
        let hash = KeyedHash(first: 0, second: 0)
        let digest =
            texts.count == 1
            ? hash.of(texts[0]) : hash.of(texts.map { "\($0.utf8.count):\($0)" }.joined())
        return digest.low % UInt64(count) == UInt64(number - 1)
    }
}
