import Language
import LanguageServices
import SentenceChecks

/// The forms in which a word may stand in a sentence, as far as they can be written down beforehand.
enum SearchedForms {
    /// The forms of a word, those alone that are found as forms of it; `nil` where too little is known of its inflection.
    static func of(_ order: SentenceOrder, language: String, search: WordSearch) -> [String]? {
        let word = search.words.joined(separator: " ")
        guard language == "en", search.isFixed, !word.isEmpty else { return nil }
        let rules = EnglishForms(language: order.language)
        var forms = [word]
        for kind in kinds(order.partOfSpeech) {
            let inflectable = InflectableWord(word, kind)
            for name in rules.names(of: kind) {
                if let form = rules.form(name, of: inflectable, agreement: nil) { forms.append(form) }
            }
            for agreement in agreements where kind == .verb {
                if let form = rules.form("present", of: inflectable, agreement: agreement) { forms.append(form) }
                if let form = rules.form("past", of: inflectable, agreement: agreement) { forms.append(form) }
            }
        }
        return forms.filter { search.match(in: $0)?.certainty ?? .likeness < .likeness }
    }

    private static func kinds(_ wanted: PartOfSpeech?) -> [PartOfSpeech] {
        switch wanted {
        case .noun?, .properNoun?: [.noun]
        case .verb?: [.verb]
        case .adjective?, .adverb?: [.adjective]
        case nil: [.noun, .verb, .adjective]
        default: []
        }
    }

    private static let agreements = [Agreement.Person.first, .second, .third].flatMap { person in
        [Agreement(person: person, isPlural: false), Agreement(person: person, isPlural: true)]
    }
}
