import Language
import LanguageServices

/// The grammar of a language's sentences.
protocol SentenceGrammar: Sendable {
    /// The rules for the language's word forms.
    var forms: any FormRules { get }

    /// The slots for articles whose form depends on the following word.
    var articles: Set<String> { get }

    /// The article before a text.
    ///
    /// - Parameters:
    ///   - text: The text after the article.
    ///   - startsWithVowel: Whether the first word of the text starts with a vowel sound; `nil` to use the rules.
    func article(before text: String, startsWithVowel: Bool?) -> String

    /// The part of speech to which a form belongs.
    func part(ofForm name: String) -> PartOfSpeech?

    /// The form that a word takes in a slot `{LEMMA/SET}`.
    func defaultForm(of lemma: String) -> String

    /// Whether slots may agree with the word itself: `{el/word}`.
    var agreesWithWord: Bool { get }

    /// Two adjacent texts after contraction or elision; `nil` if they do not change.
    func joined(_ before: String, _ after: String) -> (before: String, after: String)?

    /// The text with the typography of the language, such as spaces before punctuation marks.
    func typeset(_ text: String) -> String

    /// Whether a form is a separable part of the word: *auf* in *aufstehen*.
    func isPartOfWord(_ form: String) -> Bool

    /// Whether a form accompanies the word without being part of it: *hat* in *hat gelesen*.
    func isBesideWord(_ form: String) -> Bool

    /// The part of speech indicated by a function word that precedes a requested word: *to go*, *a bottle*.
    func part(after first: String) -> PartOfSpeech?

    /// The pronouns that precede a reflexive verb: *me levanto*.
    var reflexivePronouns: Set<String> { get }

    /// The auxiliary that may occur between the pronoun and the verb: *me he levantado*.
    var auxiliary: String? { get }
}

extension SentenceGrammar {
    /// Whether a slot represents a text from a set, or agrees with a noun.
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

/// The sentence grammars of all supported languages.
enum SentenceGrammars {
    private static let grammars: [String: @Sendable (LanguageTag) -> any SentenceGrammar] = [
        "de": { _ in GermanSentences() }, "en": { EnglishSentences(language: $0) },
        "es": { SpanishSentences(language: $0) }, "fr": { _ in FrenchSentences() },
    ]

    /// The ISO 639 codes of the supported languages, sorted.
    static var languages: [String] { grammars.keys.sorted() }

    /// The grammar for a language; `nil` if there is none.
    static func grammar(of language: LanguageTag) -> (any SentenceGrammar)? { grammars[language.language]?(language) }
}
