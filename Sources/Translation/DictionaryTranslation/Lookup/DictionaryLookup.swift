package import Language
package import LanguageServices

/// Searches dictionaries for a text, step by step, from the text as it is to what it may have been meant for.
///
/// 1. `exact`, `letterCase`, `accents`: the headwords whose spelling is closest to the text, and only these, so that *fest*
///    does not give what *Fest* is. Other ways of writing the same (*schoen* for *schön*, kana of the other kind) follow as
///    `accents`. A text in Chinese characters or kana that an entry gives as another writing is `exact`.
/// 2. The text without an article or the mark of a verb (*the house*, *to go*, *sich freuen*), which is reported as
///    `lemma`. It goes before `punctuation`, since *to go* is not *Togo*. Where articles show the gender, as in *das Haus*,
///    the noun goes even before a headword with the article.
/// 3. `punctuation`: headwords that differ in hyphens, spaces, apostrophes.
/// 4. `lemma`: entries that give the text as one of their forms, then the headwords of which it is a form by the rules of
///    the language, the surer ones first, and of these what is the kind of word that the rule makes. Of several lemmas all
///    are given (*leaves*: *leaf*, then *leave*), but guesses only when there is nothing else. Of an expression the whole,
///    then its first and its last word are taken as inflected (*kicked the bucket*); and a verb may have its subject before
///    it (*yo hablo*), its auxiliary (*he hablado*), or its object between its two words (*turned it off*); one that somebody does to himself is the
///    reflexive verb before the other (*me levanto*: *levantarse*). In German, where nobody leaves out umlauts, a form without any (*machte*) is one of its lemma before
///    it is the word with them (*Mächte*).
/// 5. `expression`: the longest headword of several words that the text has and that is more than half of its words.
/// 6. `spelling`: the headword that is clearly closest in spelling; see ``SpellingSearch``.
///
/// A form that the table of the language knows (*is*, *were*, *ging*) goes before all headwords but those that are spelled
/// like it, in the same dictionary or a better one: what only a later dictionary has under *is* is hardly what was meant.
/// The commonest forms of all (*est* in French) go even before these. A regular form of a verb goes before a headword that
/// only a lesser dictionary has, when there is three times as much to say of the verb; and a lemma that a better
/// dictionary has before the entry of a form in a lesser one that refers to it.
///
/// Within a step the translations of an earlier dictionary go before those of a later one, and no word is given twice. A
/// text that is a headword by itself and, by a table of the language, also a form of another word (*saw*, *left*, *found*,
/// *better*) gives its own translations first and those of the other word behind them: who wrote the dictionary has
/// thought the form worth an entry, and who asks may mean either. What only rules make out (*news* of *new*) is not added.
/// An entry without a translation, and one that has the text among its forms only, is no entry of its own in this.
///
/// A class, because threads that share its many parts would count the uses of each for every text.
package final class DictionaryLookup: Sendable {
    let indexes: [DictionaryIndex]
    let folding: HeadwordFolding
    let rules: LemmaRules?
    let citationForms: CitationForms
    let lemmatizers: [any Lemmatizer]
    let language: LanguageTag
    let scripts = ScriptConversion()
    /// The rules of the language of the translations.
    let targetSpellings: HeadwordSpellings

    /// Makes a search.
    ///
    /// - Parameters:
    ///   - indexes: The dictionaries, the better ones first.
    ///   - language: The language of their headwords.
    ///   - lemmatizers: Who is asked, one after the other, for lemmas where the rules of the language find none.
    package init(indexes: [DictionaryIndex], language: LanguageTag, lemmatizers: [any Lemmatizer] = []) {
        self.indexes = indexes
        self.language = language
        self.lemmatizers = lemmatizers
        folding = HeadwordFolding(language: TextLanguage.canonical(language.language) ?? language.language)
        targetSpellings = HeadwordSpellings(language: indexes.first?.info.target ?? language)
        rules = LemmaRules(language: language)
        citationForms = CitationForms(language: language)
    }

    /// Searches for a text.
    ///
    /// - Parameters:
    ///   - text: A word or an expression. One of more than 1,024 bytes is no headword.
    ///   - partOfSpeech: What kind of word is meant; its translations go first. When none is said, an article asks for a
    ///     noun and the mark of a verb for a verb.
    ///   - loosestMatch: How far the search may go; `gloss` is as far as `spelling`.
    /// - Returns: What was found, or `nil`.
    /// - Throws: `ServiceError.Code.invalidRequest` for an empty text, `ServiceError.Code.io` for a damaged dictionary,
    ///   `ServiceError.Code.cancelled` when the task was cancelled in a search for close spellings.
    package func find(
        _ text: String,
        partOfSpeech: PartOfSpeech? = nil,
        loosestMatch: TranslationMatch.Step = .gloss
    ) throws -> LookupResult? {
        guard text.utf8.count <= LookupFailure.longestText else {
            // To see whether a long text is blank all of it has to be read, and it is found nowhere in either case.
            return nil
        }
        let direct = try hits(text)
        let mayBeForm = rules?.mightContain(direct.key) ?? false
        if loosestMatch >= .lemma, mayBeForm, let found = try sureLemma(of: text, direct, partOfSpeech) { return found }
        if let agreement = direct.agreement, agreement <= .accents, Self.step(agreement) <= loosestMatch {
            if loosestMatch >= .lemma {
                if let found = try better(than: direct, for: text, partOfSpeech) { return found }
                if let found = try frequentLemma(of: text, direct, partOfSpeech) { return found }
                if let found = try referredLemma(of: text, direct, partOfSpeech) { return found }
            }
            return try own(Self.step(agreement), text, direct, mayBeForm, partOfSpeech)
        }
        // Whatever is no headword may be nothing at all.
        guard !BlankText.isBlank(text) else { throw LookupFailure.empty() }
        if !direct.forms.isEmpty, Self.hasOtherWritings(text) {
            return result(.exact, direct.forms, partOfSpeech)
        }
        // What is not in the headword is seldom in its forms either.
        let word = OuterPunctuation.removed(from: text)
        let variants = loosestMatch >= .accents ? variants(of: word) : []
        for variant in variants {
            let hits = try hits(variant)
            guard hits.isClose else { continue }
            return result(.accents, hits.own, partOfSpeech)
        }
        let citations = loosestMatch >= .lemma ? citationForms.all(word) : []
        for citation in citations {
            let hits = try hits(citation.text)
            guard hits.isClose else { continue }
            return result(.lemma, hits.own, partOfSpeech ?? citation.partOfSpeech)
        }
        if direct.agreement != nil, loosestMatch >= .punctuation {
            return try own(.punctuation, text, direct, mayBeForm, partOfSpeech)
        }
        if loosestMatch >= .lemma {
            if let found = try lemma(word, forms: direct.forms, partOfSpeech) { return found }
            for variant in variants {
                if let found = try lemma(variant, forms: hits(variant).forms, partOfSpeech) { return found }
            }
            for citation in citations {
                let forms = try hits(citation.text).forms
                if let found = try lemma(citation.text, forms: forms, partOfSpeech ?? citation.partOfSpeech) {
                    return found
                }
            }
            if let verb = citationForms.reflexiveVerb(word), let found = try self.verb(verb, isReflexive: true) {
                return found
            }
            if let participle = citationForms.participle(word),
                let found = try self.verb(participle, isInflected: true)
            {
                return found
            }
            if let verb = citationForms.withoutPronouns(word), let found = try self.verb(verb) { return found }
            if let verb = citationForms.withoutObject(word), let found = try expression(verb, partOfSpeech) {
                return found
            }
        }
        if loosestMatch >= .expression, let found = try expression(in: text, partOfSpeech) { return found }
        if loosestMatch >= .spelling, let found = try close(to: text, partOfSpeech) { return found }
        return nil
    }

    // MARK: Parts

    /// Other ways of writing a text.
    private func variants(of text: String) -> [String] {
        HeadwordVariants.of(text, language: folding.language)
            + scripts.headwords(text, language: folding.language)
    }

    /// What the key of a text has in all dictionaries.
    func hits(_ text: String) throws -> LookupHits {
        let key = folding.key(text)
        guard !key.isEmpty else { return LookupHits(text, key: key, records: [], folding: folding) }
        var records: [FoundRecord] = []
        for (place, index) in indexes.enumerated() {
            if let record = try index.record(key: key) { records.append(FoundRecord(record, dictionary: place)) }
        }
        return LookupHits(text, key: key, records: records, folding: folding)
    }

    /// The translations of the headwords that a text is, and behind them those of the lemmas of which it is a form by a table.
    private func own(
        _ step: TranslationMatch.Step,
        _ text: String,
        _ hits: LookupHits,
        _ mayBeForm: Bool,
        _ partOfSpeech: PartOfSpeech?
    ) throws -> LookupResult? {
        var list = TranslationList(targetSpellings)
        list.add(hits.own)
        if let rules, mayBeForm {
            for lemma in rules.known(text) {
                let hits = try self.hits(lemma.text)
                guard hits.isClose else { continue }
                list.add(hits.own, partOfSpeech: lemma.partOfSpeech)
            }
        }
        return LookupResult(step, list, preferring: partOfSpeech)
    }

    /// The translations of hits as a result; `nil` when there are none.
    func result(
        _ step: TranslationMatch.Step,
        _ hits: [LookupHit],
        _ partOfSpeech: PartOfSpeech?
    ) -> LookupResult? {
        var list = TranslationList(targetSpellings)
        list.add(hits)
        return LookupResult(step, list, preferring: partOfSpeech)
    }

    private static func step(_ agreement: HeadwordComparison.Agreement) -> TranslationMatch.Step {
        switch agreement {
        case .exact: .exact
        case .letterCase: .letterCase
        case .accents: .accents
        case .punctuation: .punctuation
        }
    }

    /// Whether a text is written in Chinese characters or kana, where another form of a word is another way of writing it
    /// and not an inflection.
    private static func hasOtherWritings(_ text: String) -> Bool {
        text.unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x3005...0x3007, 0x3041...0x30FF, 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
            default: false
            }
        }
    }
}

extension DictionaryLookup {
    /// The longest headword of several words in a text, if it is more than half of its words.
    ///
    /// A smaller part of a text says too little of it; that is for a gloss, or for who translates sentences.
    func expression(in text: String, _ partOfSpeech: PartOfSpeech?) throws -> LookupResult? {
        let scalars = Array(text.unicodeScalars)
        guard scalars.count <= 256 else { return nil }
        let words = TextSegmenter(language: language.text).words(in: scalars).filter { $0.kind == .word }
        guard (3...24).contains(words.count) else { return nil }
        for length in stride(from: words.count - 1, through: max(2, words.count / 2 + 1), by: -1) {
            for start in 0...(words.count - length) {
                let range = words[start].range.lowerBound..<words[start + length - 1].range.upperBound
                let part = String(String.UnicodeScalarView(scalars[range]))
                let hits = try hits(part)
                if hits.isClose { return result(.expression, hits.own, partOfSpeech) }
                if var found = try lemma(part, forms: hits.forms, partOfSpeech), found.best.headword.contains(" ") {
                    found.step = .expression
                    return found
                }
            }
        }
        return nil
    }
}

/// What stands around a word and is no part of it: quotes, question marks, full stops, spaces.
enum OuterPunctuation {
    /// A text without it; the text itself when nothing would be left.
    ///
    /// An apostrophe at the end stays (*boys'*, *l'*), unless there is one at the beginning as well.
    static func removed(from text: String) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.first, let last = scalars.last, isOuter(first) || isOuter(last) || last == "'" else {
            return text
        }
        guard let start = scalars.firstIndex(where: { !isOuter($0) && $0 != "'" && $0 != "\u{2019}" }) else {
            return text
        }
        let isQuoted = scalars[..<start].contains { $0 == "'" || $0 == "\u{2018}" || $0 == "\u{2019}" }
        var rest = scalars[start...]
        while let last = rest.last, isOuter(last) || isQuoted && (last == "'" || last == "\u{2019}") {
            rest.removeLast()
        }
        return rest.isEmpty ? text : String(rest)
    }

    private static func isOuter(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == "'" || scalar == "\u{2019}" { return false }
        switch scalar.properties.generalCategory {
        case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation,
            .dashPunctuation, .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .format:
            return true
        default: return false
        }
    }
}

extension DictionaryLookup: GlossLookup {
    /// Whether one of the dictionaries has the key of a text.
    package func mayContain(_ text: String) throws -> Bool {
        if try isKnown(text) { return true }
        guard folding.language == "zh", let simplified = scripts.simplified(text) else { return false }
        return try isKnown(simplified)
    }

    /// Searches for a piece of a text.
    package func finding(for text: String, loosestMatch: TranslationMatch.Step) throws -> GlossFinding? {
        guard let result = try find(text, partOfSpeech: nil, loosestMatch: min(loosestMatch, .lemma)) else {
            return nil
        }
        return GlossFinding(
            match: result.match,
            translations: result.translations.map(\.text),
            reading: try result.best.entry().reading
        )
    }
}
