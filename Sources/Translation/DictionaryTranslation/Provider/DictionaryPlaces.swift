/// Where a provider finds its dictionaries.
public struct DictionaryPlaces: Sendable, Hashable {
    /// The folder of the imported dictionaries; `nil` when there is none.
    public var library: String?

    /// The folder with the starter dictionaries, `Dictionaries/` of this package; `nil` when there is none.
    public var starter: String?

    /// Where the compiled starter dictionaries are kept, which can be made again at any time; `nil` leaves them in a
    /// temporary folder.
    public var cache: String?

    /// Creates places.
    public init(library: String?, starter: String?, cache: String?) {
        self.library = library
        self.starter = starter
        self.cache = cache
    }
}
