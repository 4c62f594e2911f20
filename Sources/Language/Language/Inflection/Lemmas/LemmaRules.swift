public import LanguageServices

/// Lemmatisation with tables of irregular forms and rules for regular inflection, written for this project.
///
/// The rules overgenerate because callers ignore lemmas that are not headwords: the candidates for German *Bäche*
/// include *Bäch* and a verb *bächen*. Keys do not contain umlauts, so *Bäch* finds *Bach*.
///
/// This is a class because it is passed to every search and shared by all threads.
public final class LemmaRules: Lemmatizer {
    private let grammar: any Grammar

    /// The grammar of each language, created on first use because building its tables takes time.
    private static let grammars: [String: @Sendable () -> any Grammar] = [
        "de": { GermanGrammar.shared }, "en": { EnglishGrammar.shared }, "es": { SpanishGrammar.shared },
        "fr": { FrenchGrammar.shared }, "it": { ItalianGrammar.shared }, "pt": { PortugueseGrammar.shared },
    ]

    /// The ISO 639 codes of the supported languages, in alphabetical order.
    public static var languages: [String] { grammars.keys.sorted() }

    /// Loads the rules for a language; `nil` for an unsupported language.
    ///
    /// - Parameter language: Any tag for the language, such as `pt-BR` for Portuguese.
    public init?(language: LanguageTag) {
        let name = TextLanguage.canonical(language.language) ?? language.language
        guard let grammar = Self.grammars[name]?() else { return nil }
        self.grammar = grammar
    }

    /// The headwords of which a word may be a form. Headwords from tables come first, followed by those found by the
    /// endings of known forms and by rules.
    ///
    /// - Parameter form: A single word. An expression, or a word of more than 64 letters, has no lemmas.
    public func lemmas(of form: String) -> [Lemma] {
        guard let word = InflectedWord(form) else { return [] }
        var result = LemmaList()
        for lemma in grammar.special(word, lemmas: { InflectedWord($0).map(plain) ?? [] }) { result.add(lemma) }
        for lemma in plain(word) { result.add(lemma) }
        // Dictionaries list some verbs only as reflexive verbs.
        for lemma in result.sorted where lemma.partOfSpeech == .verb {
            guard let reflexive = grammar.reflexive(lemma.text) else { continue }
            result.add(Lemma(reflexive, partOfSpeech: .verb, certainty: .guess))
        }
        return result.sorted
    }

    /// The reflexive form of a verb, as listed in dictionaries; `nil` if there is none.
    package func reflexive(_ verb: String) -> String? { grammar.reflexive(verb) }

    /// Whether the table may contain a form with a key.
    package func mightContain(_ key: String) -> Bool { grammar.irregulars.has(key) }

    /// Whether a text is a form that takes precedence over all headwords with the same spelling. In German, in which
    /// nouns are capitalised, the case must match.
    package func isPreferredForm(_ text: String) -> Bool {
        grammar.preferredForms.contains(grammar is GermanGrammar ? text : text.lowercased())
    }

    /// The verbs of which a word may be a regular form. A capitalised German word is not treated as a verb.
    package func regularVerbs(of form: String) -> [Lemma] {
        if grammar is GermanGrammar, InflectedWord.isCapitalized(form) { return [] }
        guard let word = InflectedWord(form) else { return [] }
        return grammar.regularOtherThanNouns(word).filter { $0.partOfSpeech == .verb && $0.certainty == .regular }
    }

    /// The lemmas of a form according to the table; less certain lemmas are omitted.
    package func known(_ form: String) -> [Lemma] {
        guard let word = InflectedWord(form) else { return [] }
        return grammar.irregulars.lemmas(of: word.text).filter { $0.certainty == .known }
    }

    /// The separable prefixes of the language's verbs, such as *auf* in *aufstehen*, longest first.
    package var separablePrefixes: [String] {
        grammar is GermanGrammar ? GermanPrefixes.separable : []
    }

    private func plain(_ word: InflectedWord) -> [Lemma] {
        grammar.irregulars.lemmas(of: word.text) + grammar.irregulars.composed(of: word) + grammar.regular(word)
    }
}

/// The inflection rules of a language.
protocol Grammar: Sendable {
    /// The irregular forms.
    var irregulars: IrregularForms { get }

    /// Irregular forms that are far more frequent than any other word with the same spelling: the present tense of *be*
    /// and *have*. French *est*, for example, also means *east*.
    var preferredForms: Set<String> { get }

    /// The lemmas of special forms: contractions, verbs with attached pronouns, separable verbs.
    ///
    /// - Parameters:
    ///   - word: The form.
    ///   - lemmas: Finds the lemmas of another form, without calling this method.
    func special(_ word: InflectedWord, lemmas: (String) -> [Lemma]) -> [Lemma]

    /// The lemmas of a form according to the rules of regular inflection.
    func regular(_ word: InflectedWord) -> [Lemma]

    /// The regular lemmas other than nouns, if nouns have their own rules.
    func regularOtherThanNouns(_ word: InflectedWord) -> [Lemma]

    /// The reflexive form of a verb, as listed in dictionaries: *levantarse* for *levantar*; `nil` if there is none.
    func reflexive(_ verb: String) -> String?
}

/// Inflection with a single table of endings, for Romance languages.
protocol RomanceGrammar: Grammar {
    var rules: SuffixRules { get }
}

extension RomanceGrammar {
    func regular(_ word: InflectedWord) -> [Lemma] { rules.lemmas(of: word) }

    /// The elided word and the word after its apostrophe; `nil` if there is no elision.
    func elision(_ text: String, of words: Set<String>) -> (word: String, remainder: String)? {
        guard let mark = text.firstIndex(of: "'"), words.contains(String(text[..<mark])) else { return nil }
        return (String(text[..<mark]), String(text[text.index(after: mark)...]))
    }
}

extension [Lemma] {
    /// The verbs.
    var verbs: [Lemma] { filter { $0.partOfSpeech == .verb } }

    /// The verbs, marked as guesses unless they are in a table.
    var uncertainVerbs: [Lemma] {
        verbs.map { Lemma($0.text, partOfSpeech: .verb, certainty: $0.certainty == .known ? .composed : .guess) }
    }
}

extension Grammar {
    /// The reflexive forms of verbs. Such a headword rarely exists by chance, so these lemmas are as certain as regular
    /// ones.
    func reflexives(of verbs: [Lemma]) -> [Lemma] {
        verbs.compactMap { verb in
            guard let text = reflexive(verb.text) else { return nil }
            return Lemma(text, partOfSpeech: .verb, certainty: min(verb.certainty, .regular))
        }
    }

    var preferredForms: Set<String> { [] }

    func special(_ word: InflectedWord, lemmas: (String) -> [Lemma]) -> [Lemma] { [] }

    func regularOtherThanNouns(_ word: InflectedWord) -> [Lemma] { regular(word) }

    func reflexive(_ verb: String) -> String? { nil }
}
