public import LanguageServices

/// The locations of a provider's dictionaries.
public struct DictionaryLocations: Sendable {
    /// The folder of the imported dictionaries; `nil` if there is none.
    public var library: String?

    private let listStarter: @Sendable () -> [StarterDictionary]

    /// Creates locations.
    ///
    /// - Parameters:
    ///   - library: The folder of the imported dictionaries.
    ///   - listStarter: Lists the bundled dictionaries. `DictionaryImport` adds `init(library:starter:cache:)`, which
    ///     lists the tables in a folder and compiles each table on first use.
    public init(library: String?, listStarter: @escaping @Sendable () -> [StarterDictionary] = { [] }) {
        self.library = library
        self.listStarter = listStarter
    }

    /// The bundled dictionaries that are currently available; they are not opened.
    public var starterDictionaries: [StarterDictionary] { listStarter() }
}

/// A bundled dictionary, identified by the name used in lists and configurations.
public struct StarterDictionary: Sendable {
    /// The name: `starter-en-es`, and `starter-es-en` for the same table inverted.
    public let name: String

    /// The languages.
    public let pair: LanguagePair

    /// The path of its source: the editable table, or the index itself.
    public let path: String

    private let describing: @Sendable () throws -> DictionaryInfo
    private let opening: @Sendable () throws -> DictionaryIndex

    /// Describes a dictionary.
    ///
    /// - Parameters:
    ///   - name: The name of the dictionary.
    ///   - pair: The source and target languages.
    ///   - path: The path of its source.
    ///   - describing: Provides the value of ``description()``.
    ///   - opening: Provides the value of ``open()``.
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

    /// The description. The entry count is 0 if the dictionary has not been compiled yet.
    ///
    /// - Throws: `ServiceError` if its file cannot be read or is not a dictionary.
    public func description() throws -> DictionaryInfo { try describing() }

    /// Opens the dictionary, after compiling it if necessary.
    ///
    /// - Throws: `ServiceError` if its file cannot be read, or the compiled index cannot be stored.
    public func open() throws -> DictionaryIndex { try opening() }
}
