/// Where providers of sentences find what they need.
public struct CorpusPlaces: Sendable, Hashable {
    /// Where indexes are kept, which can be made again at any time; `nil` leaves them in a temporary folder.
    public var cache: String?

    /// The folder with the starter dictionaries, `Dictionaries/` of this package, which tell at which level words are learned;
    /// `nil` when there is none.
    public var dictionaries: String?

    /// Creates places.
    public init(cache: String?, dictionaries: String?) {
        self.cache = cache
        self.dictionaries = dictionaries
    }
}
