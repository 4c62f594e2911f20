import Language
import LanguageServices

/// The grammar of German sentences.
struct GermanSentences: SentenceGrammar {
    let forms: any FormRules = GermanForms()

    func isPartOfWord(_ form: String) -> Bool { form == "prefix" }

    func isBesideWord(_ form: String) -> Bool { form == "auxiliary" || form == "reflexive" }

    func part(after first: String) -> PartOfSpeech? {
        switch first {
        case "der", "die", "das", "den", "dem", "des", "ein", "eine", "einen", "einem", "einer", "eines": .noun
        case "zu": .verb
        default: nil
        }
    }
}
