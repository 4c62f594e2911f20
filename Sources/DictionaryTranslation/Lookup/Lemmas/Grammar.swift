import LanguageServices

/// The inflection of a language.
protocol Grammar: Sendable {
    /// Its irregular forms.
    var irregulars: IrregularForms { get }

    /// Whether it knows better than tables and rules: contractions, pronouns behind verbs, separable prefixes.
    ///
    /// - Parameters:
    ///   - word: The form.
    ///   - lemmas: Finds the lemmas of another form, by everything but this function.
    func special(_ word: InflectedWord, lemmas: (String) -> [Lemma]) -> [Lemma]

    /// The lemmas of a form by regular inflection.
    func regular(_ word: InflectedWord) -> [Lemma]

    /// The reflexive verb of a verb, as a dictionary gives it: *levantarse* of *levantar*; `nil` when there is none.
    func reflexive(_ verb: String) -> String?
}

extension Grammar {
    func special(_ word: InflectedWord, lemmas: (String) -> [Lemma]) -> [Lemma] { [] }

    func reflexive(_ verb: String) -> String? { nil }
}
