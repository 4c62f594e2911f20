/// How a batch is run.
public struct BatchOptions: Sendable, Hashable {
    /// How many texts go into a request, at most; `nil` for what suits the work. What the provider takes is never
    /// exceeded.
    public var textsPerRequest: Int?

    /// How many characters go into a request, at most; `nil` for what suits the work. A longer text has a request for
    /// itself.
    public var charactersPerRequest: Int?

    /// How many requests are under way at a time; `nil` for what suits the work.
    public var concurrency: Int?

    /// How many notes are worked on, at most; `nil` for all.
    public var limit: Int?

    /// The part of the deck that is worked on; `nil` for the whole.
    public var shard: BatchShard?

    /// Whether texts are asked for again that failed in an earlier run. What failed because a provider was not there is
    /// asked for again always.
    public var retriesFailed: Bool

    /// Whether the journal of an earlier run is thrown away.
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

/// A part of a deck, so that several runs share it.
///
/// Notes with the same texts are in the same part, so that two runs do not ask for the same. The parts are therefore
/// of about the same size, not of exactly the same.
public struct BatchShard: Sendable, Hashable {
    /// Which part, from 1.
    public let number: Int

    /// How many parts there are.
    public let count: Int

    /// Creates a part.
    ///
    /// - Returns: `nil` unless `number` is between 1 and `count`.
    public init?(_ number: Int, of count: Int) {
        guard number >= 1, number <= count else { return nil }
        self.number = number
        self.count = count
    }

    /// Reads `2/8`, the second of eight parts.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]) else { return nil }
        self.init(number, of: count)
    }

    /// Whether notes with some texts are in the part.
    func holds(_ texts: [String]) -> Bool {
        // No run draws this key, because all runs that share a deck must agree.
        let hash = KeyedHash(first: 0, second: 0)
        let place =
            texts.count == 1
            ? hash.of(texts[0]) : hash.of(texts.map { "\($0.utf8.count):\($0)" }.joined())
        return place.low % UInt64(count) == UInt64(number - 1)
    }
}
