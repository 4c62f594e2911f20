import LanguageServices

/// Templates that serve the same words.
struct TemplateGroup: Sendable {
    var partOfSpeech: PartOfSpeech
    /// Kinds that the word must have.
    var required: [Int] = []
    /// Kinds that it must not have.
    var excluded: [Int] = []
    /// The one word that it is for.
    var word: Owner?
    /// The templates; of a group that is for one word they may still be unread.
    var templates: [Template] = []
    /// The lines below the heading.
    var lines: ArraySlice<TextLine> = []
    var place: DataPlace

    init(partOfSpeech: PartOfSpeech, place: DataPlace) {
        self.partOfSpeech = partOfSpeech
        self.place = place
    }

    /// A word that has templates of its own.
    struct Owner: Sendable {
        var headword: String
        var sense: String?
    }

    /// Whether it is for every word of its part of speech.
    var isGeneral: Bool { word == nil && required.isEmpty }

    /// Whether it is for every word of its part of speech, also for one of which nothing else is known.
    var isUnconditional: Bool { isGeneral && excluded.isEmpty }
}
