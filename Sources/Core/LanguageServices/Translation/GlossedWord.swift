/// A piece of a text that was translated word by word.
public struct GlossedWord: Sendable, Hashable, Codable {
    /// The piece, as it stands in the text: a word, an expression of several words, or what stands between them.
    public var text: String

    /// Its translation; `nil` for what stands between words, and for a word that is not in the dictionary; empty for the
    /// part of a verb whose meaning stands with the other part, as for *an* in *rufe dich an*.
    public var translation: String?

    /// Other translations, the better ones first.
    public var alternatives: [String]

    /// How it was found; `nil` when it was not.
    public var match: TranslationMatch?

    /// How the piece is read, where writing does not tell: kana, pinyin.
    public var reading: String?

    /// Creates a piece.
    public init(
        _ text: String,
        translation: String? = nil,
        alternatives: [String] = [],
        match: TranslationMatch? = nil,
        reading: String? = nil
    ) {
        self.text = text
        self.translation = translation
        self.alternatives = alternatives
        self.match = match
        self.reading = reading
    }
}
