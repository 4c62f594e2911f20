/// The translation of one text.
public struct Translation: Sendable, Hashable, Codable {
    /// The best translation.
    public var text: String

    /// Other translations, the better ones first.
    public var alternatives: [String]

    /// ``text`` and ``alternatives`` by the kind of word that the text is in them, the group of ``text`` first, when there
    /// are several kinds; else empty.
    public var groups: [TranslationGroup]

    /// Who gave it.
    public var provider: ProviderID

    /// What kind of word the text is in this translation, where that is known.
    public var partOfSpeech: PartOfSpeech?

    /// The grammatical genders of ``text``.
    public var genders: [GrammaticalGender]

    /// How ``text`` is read, where writing does not tell: kana, pinyin.
    public var reading: String?

    /// ``text`` in Latin letters, when it was asked for and is written in others.
    public var romanization: String?

    /// The language that the text was taken for, when the request did not say it and the provider found it out.
    public var source: LanguageTag?

    /// How the text was found in a dictionary; `nil` for a provider that has none.
    public var match: TranslationMatch?

    /// The entries of the dictionaries, when they were asked for.
    public var entries: [TranslationEntry]

    /// The pieces of a text that was translated word by word.
    public var gloss: [GlossedWord]

    /// What the user should know: an unknown word that was kept, a doubt.
    public var notes: [String]

    /// Explanations of grammar and use, where the provider gives some; see ``TranslationRequest/wantsEntries``.
    public var remarks: [TranslationRemark]

    /// The level at which learners usually know ``text``, where the provider says so.
    public var difficulty: LearnerLevel?

    /// Whether it came out of a ``ResponseStore``; `nil` when the provider was asked just now.
    public var cached: CachedAnswer?

    /// Creates a translation.
    public init(
        text: String,
        alternatives: [String] = [],
        groups: [TranslationGroup] = [],
        provider: ProviderID,
        partOfSpeech: PartOfSpeech? = nil,
        genders: [GrammaticalGender] = [],
        reading: String? = nil,
        romanization: String? = nil,
        source: LanguageTag? = nil,
        match: TranslationMatch? = nil,
        entries: [TranslationEntry] = [],
        gloss: [GlossedWord] = [],
        notes: [String] = [],
        remarks: [TranslationRemark] = [],
        difficulty: LearnerLevel? = nil,
        cached: CachedAnswer? = nil
    ) {
        self.text = text
        self.alternatives = alternatives
        self.groups = groups
        self.provider = provider
        self.partOfSpeech = partOfSpeech
        self.genders = genders
        self.reading = reading
        self.romanization = romanization
        self.source = source
        self.match = match
        self.entries = entries
        self.gloss = gloss
        self.notes = notes
        self.remarks = remarks
        self.difficulty = difficulty
        self.cached = cached
    }
}
