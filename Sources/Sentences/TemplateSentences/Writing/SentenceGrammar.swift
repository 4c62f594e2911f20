import Language
import LanguageServices

/// What a language needs for its sentences.
protocol SentenceGrammar: Sendable {
    /// The forms of its words.
    var forms: any FormRules { get }

    /// The slots for articles that depend on what follows.
    var articles: Set<String> { get }

    /// The article before a text.
    ///
    /// - Parameters:
    ///   - text: What follows.
    ///   - startsWithVowel: Whether the text's first word starts with the sound of a vowel, where somebody knows; `nil`
    ///     leaves it to the rules.
    func article(before text: String, startsWithVowel: Bool?) -> String

    /// The part of speech that has a form.
    func part(ofForm name: String) -> PartOfSpeech?

    /// The form in which a word stands in a slot `{LEMMA/SET}`.
    func defaultForm(of lemma: String) -> String

    /// Whether slots may agree with the word itself: `{el/word}`.
    var agreesWithWord: Bool { get }

    /// What becomes of two texts that come to stand next to each other; `nil` when nothing does.
    func joined(_ before: String, _ after: String) -> (before: String, after: String)?

    /// A text as the typography of the language has it: with the spaces before its marks.
    func typeset(_ text: String) -> String

    /// Whether a form of the word is the rest of it, which stands apart: *auf* of *aufstehen*.
    func isPartOfWord(_ form: String) -> Bool

    /// Whether a form of the word stands beside it, and is not the word: *hat* of *hat gelesen*.
    func isBesideWord(_ form: String) -> Bool

    /// What may stand before a word that is asked for, by the part of speech of which it is: *to go*, *a bottle*.
    func part(behind first: String) -> PartOfSpeech?

    /// The pronouns that stand before a reflexive verb: *me levanto*.
    var reflexivePronouns: Set<String> { get }

    /// What may stand between that pronoun and the verb: *me he levantado*.
    var auxiliary: String? { get }
}

extension SentenceGrammar {
    /// Whether a slot stands for a text of a set, or agrees with a noun.
    func isPronoun(_ name: String) -> Bool {
        forms.pronoun(name, agreement: Agreement()) != nil
            || forms.determiner(name, agreement: Agreement(), next: nil) != nil
    }

    func defaultForm(of lemma: String) -> String { "present" }

    var articles: Set<String> { [] }

    func article(before text: String, startsWithVowel: Bool?) -> String { "" }

    func part(ofForm name: String) -> PartOfSpeech? {
        [PartOfSpeech.verb, .adjective, .noun].first { forms.names(of: $0).contains(name) }
    }

    var agreesWithWord: Bool { true }

    var reflexivePronouns: Set<String> { [] }

    var auxiliary: String? { nil }

    func joined(_ before: String, _ after: String) -> (before: String, after: String)? { nil }

    func typeset(_ text: String) -> String { text }

    func isPartOfWord(_ form: String) -> Bool { false }

    func isBesideWord(_ form: String) -> Bool { false }
}

/// The languages in which sentences can be written.
enum SentenceGrammars {
    private static let grammars: [String: @Sendable (LanguageTag) -> any SentenceGrammar] = [
        "de": { _ in GermanSentences() }, "en": { EnglishSentences(language: $0) },
        "es": { SpanishSentences(language: $0) }, "fr": { _ in FrenchSentences() },
    ]

    /// The languages as ISO 639 codes in alphabetical order.
    static var languages: [String] { grammars.keys.sorted() }

    /// The grammar of a language; `nil` when there is none.
    static func grammar(of language: LanguageTag) -> (any SentenceGrammar)? { grammars[language.language]?(language) }
}
