public import LanguageServices

/// What the user says of a dictionary that is read; each of these goes before what the dictionary says of itself.
public struct DictionaryOptions: Sendable, Hashable {
    /// The name to install it under.
    public var name: String?
    /// The language of the headwords.
    public var source: LanguageTag?
    /// The language of the translations.
    public var target: LanguageTag?
    /// The format, when it cannot be seen.
    public var format: DictionaryFormat?
    /// The title, for people.
    public var title: String?
    /// The licence.
    public var licence: String?

    /// Creates options.
    public init(
        name: String? = nil,
        source: LanguageTag? = nil,
        target: LanguageTag? = nil,
        format: DictionaryFormat? = nil,
        title: String? = nil,
        licence: String? = nil
    ) {
        self.name = name
        self.source = source
        self.target = target
        self.format = format
        self.title = title
        self.licence = licence
    }
}
