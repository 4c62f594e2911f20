public import LanguageServices

/// One direction of a table under `Dictionaries/`, by the name that lists and configurations call it by.
///
/// The table is compiled when the dictionary is first opened; to say what it is, only the first lines are read.
public struct StarterDictionary: Sendable {
    /// Its name: `starter-en-es`, and `starter-es-en` for the same table turned round.
    public let name: String

    /// Its languages.
    public let pair: LanguagePair

    /// The table it is made of, which people edit.
    public let path: String

    private let describing: @Sendable () throws -> DictionaryInfo
    private let opening: @Sendable () throws -> DictionaryIndex

    init(
        name: String,
        pair: LanguagePair,
        path: String,
        describing: @escaping @Sendable () throws -> DictionaryInfo,
        opening: @escaping @Sendable () throws -> DictionaryIndex
    ) {
        self.name = name
        self.pair = pair
        self.path = path
        self.describing = describing
        self.opening = opening
    }

    /// What its table says of itself, with an entry count of 0, since nothing is compiled for it.
    ///
    /// - Throws: `ServiceError` when the table cannot be read, or is no dictionary.
    public func description() throws -> DictionaryInfo { try describing() }

    /// Opens it; it is compiled first when it has not been since the table changed.
    ///
    /// - Throws: `ServiceError` when the table cannot be read, or there is no place for what is compiled.
    public func open() throws -> DictionaryIndex { try opening() }
}

extension DictionaryPlaces {
    /// The starter dictionaries, in the order of their tables, each table in both directions; none is compiled yet.
    public var starterDictionaries: [StarterDictionary] {
        starter.map { StarterDictionaries(folder: $0, cache: cache).all() } ?? []
    }
}
