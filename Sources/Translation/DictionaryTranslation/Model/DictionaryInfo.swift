public import LanguageServices

/// What a dictionary says of itself.
public struct DictionaryInfo: Sendable, Hashable, Codable {
    /// The name under which it is installed: `freedict-eng-deu`. Letters, digits, `.`, `_`, `-`; at most 100 of them.
    public var name: String

    /// Its title, for people.
    public var title: String

    /// The language of its headwords.
    public var source: LanguageTag

    /// The language of its translations.
    public var target: LanguageTag

    /// The format it was read from: `dictd`, `stardict`, `edict`, `cedict`, `tsv`, `csv`.
    public var format: String

    /// Its licence, as it states it; empty when it states none.
    public var licence: String

    /// Whom to name as the author or source, and where it is found.
    public var attribution: String

    /// Its version or date, as it states it.
    public var version: String

    /// How many entries it has; 0 before it has been read.
    public var entryCount: Int

    /// Creates a description.
    public init(
        name: String,
        title: String = "",
        source: LanguageTag,
        target: LanguageTag,
        format: String,
        licence: String = "",
        attribution: String = "",
        version: String = "",
        entryCount: Int = 0
    ) {
        self.name = name
        self.title = title
        self.source = source
        self.target = target
        self.format = format
        self.licence = licence
        self.attribution = attribution
        self.version = version
        self.entryCount = entryCount
    }
}
