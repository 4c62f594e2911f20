public import LanguageServices

/// Where a provider finds its dictionaries.
public struct DictionaryLocations: Sendable {
    /// The folder of the imported dictionaries; `nil` when there is none.
    public var library: String?

    private let listStarter: @Sendable () -> [StarterDictionary]

    /// Creates places.
    ///
    /// - Parameters:
    ///   - library: The folder of the imported dictionaries.
    ///   - listStarter: Lists the dictionaries that come with the program. `DictionaryImport` adds
    ///     `init(library:starter:cache:)`, which lists the tables of a folder and compiles each when it is first used.
    public init(library: String?, listStarter: @escaping @Sendable () -> [StarterDictionary] = { [] }) {
        self.library = library
        self.listStarter = listStarter
    }

    /// The dictionaries that come with the program, as they are now; none is opened yet.
    public var starterDictionaries: [StarterDictionary] { listStarter() }
}

/// A dictionary that comes with the program, by the name that lists and configurations call it by.
public struct StarterDictionary: Sendable {
    /// Its name: `starter-en-es`, and `starter-es-en` for the same table turned round.
    public let name: String

    /// Its languages.
    public let pair: LanguagePair

    /// The file it is made of: the table that people edit, or the index itself.
    public let path: String

    private let describing: @Sendable () throws -> DictionaryInfo
    private let opening: @Sendable () throws -> DictionaryIndex

    /// Describes a dictionary.
    ///
    /// - Parameters:
    ///   - name: The name of the dictionary.
    ///   - pair: The languages that it translates between.
    ///   - path: The file that it is made of.
    ///   - describing: What ``description()`` returns.
    ///   - opening: What ``open()`` returns.
    public init(
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

    /// What it says of itself; the entry count is 0 when it has not been compiled for it.
    ///
    /// - Throws: `ServiceError` when its file cannot be read, or is no dictionary.
    public func description() throws -> DictionaryInfo { try describing() }

    /// Opens it; it is compiled first when it has to be.
    ///
    /// - Throws: `ServiceError` when its file cannot be read, or there is no place for what is compiled.
    public func open() throws -> DictionaryIndex { try opening() }
}
