import LanguageServices

/// Templates that serve the same words.
struct TemplateGroup: Sendable {
    var partOfSpeech: PartOfSpeech
    /// Kinds that the word must have.
    var required: [Int]
    /// Kinds that it must not have.
    var excluded: [Int]
    /// The one word that it is for.
    var word: Owner?
    var templates: [Template]
    var place: DataPlace

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
