public import LanguageServices

/// Lemmas by tables of irregular forms and rules of regular inflection, written for this project.
///
/// The rules make more than there is, since what is no headword is passed over by who asks: German *Bäche* may be *Bäch*,
/// *Bäche* without umlaut, or a verb *bächen*.
///
/// A class, because it is passed to every search, and is read by all threads.
public final class LemmaRules: Lemmatizer {
    private let grammar: any Grammar

    /// The grammar of each language. It is created when it is first used, since its tables take time.
    private static let grammars: [String: @Sendable () -> any Grammar] = [
        "de": { GermanGrammar.shared }, "en": { EnglishGrammar.shared }, "es": { SpanishGrammar.shared },
        "fr": { FrenchGrammar.shared }, "it": { ItalianGrammar.shared }, "pt": { PortugueseGrammar.shared },
    ]

    /// The languages with rules, as ISO 639 codes in alphabetical order.
    public static var languages: [String] { grammars.keys.sorted() }

    /// Takes the rules of a language; `nil` for one of which there are none.
    ///
    /// - Parameter language: Any tag of the language: `pt-BR` for Portuguese.
    public init?(language: LanguageTag) {
        let name = TextLanguage.canonical(language.language) ?? language.language
        guard let grammar = Self.grammars[name]?() else { return nil }
        self.grammar = grammar
    }

    /// The headwords of which a word may be a form: what tables know first, then what ends like that, then what rules make.
    ///
    /// - Parameter form: A single word; an expression, and a word of more than 64 letters, has no lemmas.
    public func lemmas(of form: String) -> [Lemma] {
        guard let word = InflectedWord(form) else { return [] }
        var result = LemmaList()
        for lemma in grammar.special(word, lemmas: { InflectedWord($0).map(plain) ?? [] }) { result.add(lemma) }
        for lemma in plain(word) { result.add(lemma) }
        // Some verbs are in dictionaries as reflexive ones only.
        for lemma in result.sorted where lemma.partOfSpeech == .verb {
            guard let reflexive = grammar.reflexive(lemma.text) else { continue }
            result.add(Lemma(reflexive, partOfSpeech: .verb, certainty: .guess))
        }
        return result.sorted
    }

    /// The reflexive verb of a verb, as a dictionary gives it; `nil` when there is none.
    package func reflexive(_ verb: String) -> String? { grammar.reflexive(verb) }

    /// Whether the table may know a form, by its key.
    package func mayKnow(_ key: String) -> Bool { grammar.irregulars.has(key) }

    /// Whether a text is a form that goes before all headwords of its spelling; in German, where a capital tells nouns, only
    /// as it is written.
    package func isUsualForm(_ text: String) -> Bool {
        grammar.usualForms.contains(grammar is GermanGrammar ? text : text.lowercased())
    }

    /// The verbs of which a word is a form by the rules of regular inflection alone. A German word with a capital is none.
    package func regularVerbs(of form: String) -> [Lemma] {
        if grammar is GermanGrammar, InflectedWord.isCapitalized(form) { return [] }
        guard let word = InflectedWord(form) else { return [] }
        return grammar.regularOtherThanNouns(word).filter { $0.partOfSpeech == .verb && $0.certainty == .regular }
    }

    /// What the table says of a form, and nothing that is less sure.
    package func known(_ form: String) -> [Lemma] {
        guard let word = InflectedWord(form) else { return [] }
        return grammar.irregulars.lemmas(of: word.text).filter { $0.certainty == .known }
    }

    /// What verbs of the language begin with that stands apart in most sentences, the longest first: *auf* of *aufstehen*.
    package var separablePrefixes: [String] {
        grammar is GermanGrammar ? GermanPrefixes.separable : []
    }

    private func plain(_ word: InflectedWord) -> [Lemma] {
        grammar.irregulars.lemmas(of: word.text) + grammar.irregulars.composed(of: word) + grammar.regular(word)
    }
}

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

/// An inflection by one table of endings, as the languages have it that come of Latin.
protocol RomanceGrammar: Grammar {
    var rules: SuffixRules { get }
}

extension RomanceGrammar {
    func regular(_ word: InflectedWord) -> [Lemma] { rules.lemmas(of: word) }

    /// What stands behind the apostrophe of a word that has lost its vowel; `nil` where there is none.
    func elision(_ text: String, of words: Set<String>) -> (word: String, rest: String)? {
        guard let mark = text.firstIndex(of: "'"), words.contains(String(text[..<mark])) else { return nil }
        return (String(text[..<mark]), String(text[text.index(after: mark)...]))
    }
}

extension [Lemma] {
    /// Those of verbs.
    var verbs: [Lemma] { filter { $0.partOfSpeech == .verb } }

    /// Those of verbs as what a form may be that could be any word, where no table knows it.
    var uncertainVerbs: [Lemma] {
        verbs.map { Lemma($0.text, partOfSpeech: .verb, certainty: $0.certainty == .known ? .composed : .guess) }
    }
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
