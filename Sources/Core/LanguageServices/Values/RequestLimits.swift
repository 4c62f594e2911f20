/// How much a provider takes at a time. What is `nil` does not matter to it.
public struct RequestLimits: Sendable, Hashable, Codable {
    /// How many texts a request may have.
    public var texts: Int?

    /// How many characters the texts of a request may have together: Unicode scalars, by which most providers count.
    public var characters: Int?

    /// How many requests may be under way at the same time.
    public var concurrency: Int?

    /// Creates limits.
    public init(texts: Int? = nil, characters: Int? = nil, concurrency: Int? = nil) {
        self.texts = texts
        self.characters = characters
        self.concurrency = concurrency
    }

    /// The limits of which both hold: of each the smaller.
    public func combined(with other: RequestLimits) -> RequestLimits {
        func smaller(_ first: Int?, _ second: Int?) -> Int? {
            guard let first, let second else { return first ?? second }
            return min(first, second)
        }
        return RequestLimits(
            texts: smaller(texts, other.texts),
            characters: smaller(characters, other.characters),
            concurrency: smaller(concurrency, other.concurrency)
        )
    }
}
