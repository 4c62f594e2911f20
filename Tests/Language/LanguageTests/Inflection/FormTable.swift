import Language
import LanguageServices
import Testing

/// Compares the forms of a language with tables.
struct FormTable {
    let forms: any FormRules

    /// The persons in a table of verb forms, in order.
    var persons = FormTable.six

    /// The separator of verb forms.
    var separator = ", "

    /// First to third person, singular and plural.
    static let six = [
        Agreement(person: .first), Agreement(person: .second), Agreement(), Agreement(person: .first, isPlural: true),
        Agreement(person: .second, isPlural: true), Agreement(isPlural: true),
    ]

    /// The same persons without the second person plural, which is used only in Spain.
    static let american = six.filter { !($0.person == .second && $0.isPlural) }

    func form(_ name: String, _ lemma: String, _ part: PartOfSpeech, _ agreement: Agreement? = nil) -> String? {
        forms.form(name, of: InflectableWord(lemma, part), agreement: agreement)
    }

    /// Compares one form of each of several words.
    func expect(
        _ part: PartOfSpeech,
        _ name: String,
        _ pairs: [(String, String)],
        _ agreement: Agreement? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for (lemma, form) in pairs {
            let made = self.form(name, lemma, part, agreement)
            #expect(made == form, "\(name) of \(lemma)", sourceLocation: sourceLocation)
        }
    }

    /// Compares a tense of several verbs in all persons.
    func expect(
        _ tense: String,
        _ table: [(String, String)],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for (lemma, line) in table {
            let made = persons.compactMap { form(tense, lemma, .verb, $0) }.joined(separator: separator)
            #expect(made == line, "\(tense) of \(lemma)", sourceLocation: sourceLocation)
        }
    }
}
