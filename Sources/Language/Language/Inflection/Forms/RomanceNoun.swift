/// The forms of nouns in languages in which nouns for people have a masculine and a feminine, and one plural of each.
enum RomanceNoun {
    /// A form of a noun; with an agreement the one for such people: *mi hermana es médica*, *ma sœur est avocate*.
    ///
    /// - Parameters:
    ///   - name: The name of the form; `plural`, `feminine`, `feminine-plural`, anything else is the singular.
    ///   - plural: The plural of a noun by the rules of the language.
    static func form(
        _ name: String,
        of word: InflectableWord,
        _ agreement: Agreement?,
        plural: (String) -> String?
    ) -> String? {
        let isPlural = name == "plural" || name == "feminine-plural" || agreement?.isPlural == true
        let isFeminine = name.hasPrefix("feminine") || agreement?.gender == .feminine
        var lemma = word.lemma
        if name.hasPrefix("feminine") || agreement != nil {
            if let own = word.irregular["feminine"] {
                if isFeminine { lemma = own }
            } else if word.gender == (isFeminine ? .masculine : .feminine), !word.hasBothGenders {
                return nil
            }
        }
        guard isPlural else { return lemma }
        switch word.number {
        case .singularOnly: return nil
        case .pluralOnly: return lemma
        case .both:
            return word.irregular[isFeminine && lemma != word.lemma ? "feminine-plural" : "plural"] ?? plural(lemma)
        }
    }
}
