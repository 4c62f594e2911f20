public import LanguageServices

/// Lemmatisation with tables of irregular forms and rules of regular inflection, written for this project.
///
/// The rules overgenerate, because callers ignore lemmas that are not headwords: German *Bäche* may be a form of
/// *Bäch*, *Bäche* without umlaut, or a verb *bächen*.
///
/// A class, because it is passed to every search and read by all threads.
public final class LemmaRules: Lemmatizer {
    private let grammar: any Grammar

    /// The grammar of each language, created on first use, because building its tables takes time.
    private static let grammars: [String: @Sendable () -> any Grammar] = [
        "de": { GermanGrammar.shared }, "en": { EnglishGrammar.shared }, "es": { SpanishGrammar.shared },
        "fr": { FrenchGrammar.shared }, "it": { ItalianGrammar.shared }, "pt": { PortugueseGrammar.shared },
    ]

    /// The supported languages, as ISO 639 codes in alphabetical order.
    public static var languages: [String] { grammars.keys.sorted() }

    /// Loads the rules of a language; `nil` for an unsupported one.
    ///
    /// - Parameter language: Any tag of the language: `pt-BR` for Portuguese.
    public init?(language: LanguageTag) {
        let name = TextLanguage.canonical(language.language) ?? language.language
        guard let grammar = Self.grammars[name]?() else { return nil }
        self.grammar = grammar
    }

    /// The headwords that a word may be a form of: first from tables, then by the endings of known forms, then by
    /// rules.
    ///
    /// - Parameter form: A single word; an expression, or a word of more than 64 letters, has no lemmas.
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

    /// The reflexive verb of a verb, as in a dictionary; `nil` if there is none.
    package func reflexive(_ verb: String) -> String? { grammar.reflexive(verb) }

    /// Whether the table may contain a form, by its key.
    package func mightContain(_ key: String) -> Bool { grammar.irregulars.has(key) }

    /// Whether a text is a form that takes precedence over all headwords with its spelling; in German, where nouns are
    /// capitalised, the case must match.
    package func isPreferredForm(_ text: String) -> Bool {
        grammar.preferredForms.contains(grammar is GermanGrammar ? text : text.lowercased())
    }

    /// The verbs that a word may be a regular form of. A capitalised German word is not treated as a verb.
    package func regularVerbs(of form: String) -> [Lemma] {
        if grammar is GermanGrammar, InflectedWord.isCapitalized(form) { return [] }
        guard let word = InflectedWord(form) else { return [] }
        return grammar.regularOtherThanNouns(word).filter { $0.partOfSpeech == .verb && $0.certainty == .regular }
    }

    /// The lemmas of a form according to the table, without less certain ones.
    package func known(_ form: String) -> [Lemma] {
        guard let word = InflectedWord(form) else { return [] }
        return grammar.irregulars.lemmas(of: word.text).filter { $0.certainty == .known }
    }

    /// The separable prefixes of the language's verbs, longest first: *auf* of *aufstehen*.
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

    /// Irregular forms that are far more frequent than any other word with their spelling: the present of *be* and
    /// *have*, such as French *est*, which also means *east*.
    var preferredForms: Set<String> { get }

    /// The lemmas of special forms: contractions, verbs with attached pronouns, separable verbs.
    ///
    /// - Parameters:
    ///   - word: The form.
    ///   - lemmas: Finds the lemmas of another form, without calling this method.
    func special(_ word: InflectedWord, lemmas: (String) -> [Lemma]) -> [Lemma]

    /// The lemmas of a form by regular inflection.
    func regular(_ word: InflectedWord) -> [Lemma]

    /// The regular lemmas that are not nouns, if nouns have their own rules.
    func regularOtherThanNouns(_ word: InflectedWord) -> [Lemma]

    /// The reflexive verb of a verb, as in a dictionary: *levantarse* of *levantar*; `nil` if there is none.
    func reflexive(_ verb: String) -> String?
}

/// Inflection with one table of endings, for Romance languages.
protocol RomanceGrammar: Grammar {
    var rules: SuffixRules { get }
}

extension RomanceGrammar {
    func regular(_ word: InflectedWord) -> [Lemma] { rules.lemmas(of: word) }

    /// The word after an elided word and its apostrophe; `nil` without elision.
    func elision(_ text: String, of words: Set<String>) -> (word: String, remainder: String)? {
        guard let mark = text.firstIndex(of: "'"), words.contains(String(text[..<mark])) else { return nil }
        return (String(text[..<mark]), String(text[text.index(after: mark)...]))
    }
}

extension [Lemma] {
    /// The verbs.
    var verbs: [Lemma] { filter { $0.partOfSpeech == .verb } }

    /// The verbs, with the certainty of a guess unless a table knows them.
    var uncertainVerbs: [Lemma] {
        verbs.map { Lemma($0.text, partOfSpeech: .verb, certainty: $0.certainty == .known ? .composed : .guess) }
    }
}

extension Grammar {
    /// The reflexive verbs of verbs. Such a headword rarely exists by chance, so they are as certain as regular forms.
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
