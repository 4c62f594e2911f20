import LanguageServices

/// The inflection of a language.
protocol Grammar: Sendable {
    /// Its irregular forms.
    var irregulars: IrregularForms { get }

    /// Irregular forms that are met so much more often than any other word of their spelling that who asks for them means
    /// the form: the present of *be* and *have* in the language, such as French *est*, which is *east* as well.
    var usualForms: Set<String> { get }

    /// Whether it knows better than tables and rules: contractions, pronouns behind verbs, separable prefixes.
    ///
    /// - Parameters:
    ///   - word: The form.
    ///   - lemmas: Finds the lemmas of another form, by everything but this function.
    func special(_ word: InflectedWord, lemmas: (String) -> [Lemma]) -> [Lemma]

    /// The lemmas of a form by regular inflection.
    func regular(_ word: InflectedWord) -> [Lemma]

    /// Those of them that are no nouns, where these have rules of their own.
    func regularOtherThanNouns(_ word: InflectedWord) -> [Lemma]

    /// The reflexive verb of a verb, as a dictionary gives it: *levantarse* of *levantar*; `nil` when there is none.
    func reflexive(_ verb: String) -> String?
}

extension Grammar {
    /// The reflexive verbs of verbs. Such a headword is hardly there by chance, so they are as sure as what a rule makes.
    func reflexives(of verbs: [Lemma]) -> [Lemma] {
        verbs.compactMap { verb in
            guard let text = reflexive(verb.text) else { return nil }
            return Lemma(text, partOfSpeech: .verb, certainty: min(verb.certainty, .regular))
        }
    }

    var usualForms: Set<String> { [] }

    func special(_ word: InflectedWord, lemmas: (String) -> [Lemma]) -> [Lemma] { [] }

    func regularOtherThanNouns(_ word: InflectedWord) -> [Lemma] { regular(word) }

    func reflexive(_ verb: String) -> String? { nil }
}
