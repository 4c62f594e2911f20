/// Translations of a text as one kind of word.
public struct TranslationGroup: Sendable, Hashable, Codable {
    /// What kind of word the text is in them; `nil` where the dictionary does not say it.
    public var partOfSpeech: PartOfSpeech?

    /// The translations, the better ones first.
    public var translations: [String]

    /// Creates a group.
    public init(partOfSpeech: PartOfSpeech?, translations: [String]) {
        self.partOfSpeech = partOfSpeech
        self.translations = translations
    }
}
