import Inflection
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

    /// Whether a slot is a pronoun that stands for a text of a set.
    func isPronoun(_ name: String) -> Bool

    /// A pronoun that agrees.
    func pronoun(_ name: String, agreement: Agreement) -> String?

    /// The part of speech that has a form.
    func part(ofForm name: String) -> PartOfSpeech?
}

/// The languages in which sentences can be written.
enum SentenceGrammars {
    static let languages = ["en"]

    /// The grammar of a language; `nil` when there is none.
    static func grammar(of language: LanguageTag) -> (any SentenceGrammar)? {
        language.language == "en" ? EnglishSentences(language: language) : nil
    }
}
