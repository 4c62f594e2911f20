import LanguageServices

/// What all texts of a call have in common.
struct TranslationJob: Sendable {
    /// The languages, as they were asked for.
    var pair: WantedPair

    /// The code by which the service calls the language of the texts; `nil` when it is to find it out.
    var source: String?

    /// The code by which the service calls the language to translate to.
    var target: String

    /// Whether alternatives, remarks and the like are wanted.
    var isRich = false

    /// What is known beside the texts.
    var context: TranslationContext?
}

/// The languages of a request; the first may be left to the service.
struct WantedPair: Sendable, Hashable {
    var source: LanguageTag?
    var target: LanguageTag
}
