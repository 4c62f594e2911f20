import Language

/// The form in which a word was asked for, when it is not the plain one: who asks for *went* wants to see it.
struct AskedForm {
    private let text: String
    private let names: Set<String>

    /// - Returns: `nil` when the word was asked for in its plain form, or in one that the rules do not make.
    init?(_ asked: String?, word: InflectableWord, grammar: any SentenceGrammar) {
        guard let asked = asked?.lowercased(), asked != word.lemma.lowercased() else { return nil }
        var names: Set<String> = []
        for name in grammar.forms.names(of: word.partOfSpeech) {
            for agreement in Self.agreements
            where grammar.forms.form(name, of: word, agreement: agreement)?.lowercased() == asked {
                names.insert(name)
            }
        }
        if names.isEmpty { return nil }
        text = asked
        self.names = names
    }

    /// Nothing, and one of each that a possessive within an expression tells apart: *brushed her teeth*.
    private static let agreements: [Agreement?] = [
        nil, Agreement(), Agreement(gender: .masculine), Agreement(gender: .feminine), Agreement(isPlural: true),
        Agreement(person: .first), Agreement(person: .first, isPlural: true), Agreement(person: .second),
        Agreement(person: .second, isPlural: true),
    ]

    /// Whether a template has the word in that form, or may have.
    func fits(_ template: Template) -> Bool {
        template.pieces.contains { piece in
            switch piece {
            case .word(let form, _): form.map(names.contains) ?? false
            case .spelled(let spelled): spelled.lowercased() == text
            default: false
            }
        }
    }
}
