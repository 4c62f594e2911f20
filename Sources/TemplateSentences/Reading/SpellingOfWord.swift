import Inflection
import LanguageServices

/// Whether a text is a form of a word.
enum SpellingOfWord {
    private static let agreements: [Agreement] = [
        Agreement(person: .first), Agreement(person: .first, isPlural: true), Agreement(person: .second),
        Agreement(gender: .masculine), Agreement(gender: .feminine), Agreement(gender: .neuter),
        Agreement(isPlural: true), Agreement(person: .second, isPlural: true),
    ]

    /// - Parameters:
    ///   - text: The text in lower case.
    ///   - headword: The word.
    static func isForm(
        _ text: String,
        of headword: String,
        _ part: PartOfSpeech,
        grammar: any SentenceGrammar
    ) -> Bool {
        if text == headword.lowercased() { return true }
        let word = InflectableWord(headword, part)
        for name in grammar.forms.names(of: part) {
            if grammar.forms.form(name, of: word, agreement: nil)?.lowercased() == text { return true }
            for agreement in agreements
            where grammar.forms.form(name, of: word, agreement: agreement)?.lowercased() == text { return true }
        }
        return false
    }
}
