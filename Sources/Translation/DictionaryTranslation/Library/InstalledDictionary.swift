public import LanguageServices

/// A dictionary in the folder of a ``DictionaryLibrary``.
public struct InstalledDictionary: Sendable, Hashable {
    /// The name under which it is installed.
    public var name: String

    /// Its file.
    public var path: String

    /// The size of its file in bytes.
    public var size: Int

    /// What it says of itself, or why it cannot be opened.
    public var info: Result<DictionaryInfo, ServiceError>

    /// Creates a description.
    public init(name: String, path: String, size: Int, info: Result<DictionaryInfo, ServiceError>) {
        self.name = name
        self.path = path
        self.size = size
        self.info = info
    }
}
