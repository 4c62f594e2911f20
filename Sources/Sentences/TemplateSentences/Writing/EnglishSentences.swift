import Language
import LanguageServices

/// What English sentences need.
struct EnglishSentences: SentenceGrammar {
    let forms: any FormRules

    init(language: LanguageTag) { forms = EnglishForms(language: language) }

    let articles: Set<String> = ["a", "A"]

    func article(before text: String, startsWithVowel: Bool?) -> String {
        startsWithVowel ?? EnglishArticle.startsWithVowel(text) ? "an" : "a"
    }

    func isPronoun(_ name: String) -> Bool { EnglishForms.pronoun(name, agreement: Agreement()) != nil }

    func pronoun(_ name: String, agreement: Agreement) -> String? {
        EnglishForms.pronoun(name, agreement: agreement)
    }

    func part(behind first: String) -> PartOfSpeech? {
        first == "to" ? .verb : ["a", "an", "the"].contains(first) ? .noun : nil
    }

    func part(ofForm name: String) -> PartOfSpeech? {
        for part in [PartOfSpeech.verb, .noun, .adjective] where forms.names(of: part).contains(name) { return part }
        return nil
    }
}
