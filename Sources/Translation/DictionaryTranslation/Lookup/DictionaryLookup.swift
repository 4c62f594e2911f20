package import Language
package import LanguageServices

/// Searches dictionaries for a text in steps, from the text as written to increasingly loose matches.
///
/// 1. `exact`, `letterCase`, `accents`: only the headwords whose spelling is closest to the text, so that *fest* does
///   not return *Fest*. Alternative spellings (*schoen* for *schön*, the other kana) follow as `accents`. A text in
///   Chinese characters or kana that an entry lists as an alternative writing is `exact`.
/// 2. The text without an article or infinitive marker (*the house*, *to go*, *sich freuen*), reported as `lemma`. This
///   step precedes `punctuation`, because *to go* is not *Togo*. If the article shows the gender, as in *das Haus*, the
///   noun even takes precedence over a headword with the article.
/// 3. `punctuation`: headwords that differ only in hyphens, spaces or apostrophes.
/// 4. `lemma`: entries that list the text as one of their forms, then the headwords that the language's rules derive
///   from it. These are sorted by certainty and limited to the part of speech that the rule implies. If there are
///   several lemmas, all are returned (*leaves*: *leaf*, then *leave*), but guesses only if there is nothing else. An
///   expression is tried as a whole first, then with its first and last words as inflected forms (*kicked the bucket*).
///   A verb may have its subject (*yo hablo*), its auxiliary (*he hablado*), or an object inside it (*turned it off*).
///   For reflexive use, the reflexive verb precedes the plain one (*me levanto*: *levantarse*). German writers do not
///   omit umlauts, so a form without one (*machte*) is treated as a form of its lemma before the word with the umlaut
///   (*Mächte*).
/// 5. `expression`: the longest multi-word headword that covers more than half of the words in the text.
/// 6. `spelling`: the headword that is clearly closest in spelling; see ``SpellingSearch``.
///
/// A form in the language's table (*is*, *were*, *ging*) precedes all headwords except those with the same spelling in
/// the same or an earlier dictionary: if only a later dictionary has the headword *is*, it is rarely the intended word.
/// The most common forms (*est* in French) precede even these headwords. A regular verb form precedes a headword that
/// only a later dictionary has, if the verb has three times as many translations. A lemma from an earlier dictionary
/// precedes an entry in a later one that refers to it.
///
/// Within a step, the translations of an earlier dictionary precede those of a later one, without duplicates. A text
/// may be both a headword and, according to the table, a form of another word (*saw*, *left*, *found*, *better*). The
/// headword's translations then come first, followed by those of the other word. Lemmas found only by rules (*new* for
/// *news*) are not added. A text is not treated as a headword here if the entries for it have no translation, or only
/// list the text among their forms.
///
/// This is a class because copying a struct with this many members would update all their reference counts for every
/// text.
package final class DictionaryLookup: Sendable {
    let indexes: [DictionaryIndex]
    let folding: HeadwordFolding
    let rules: LemmaRules?
    let citationForms: CitationForms
    let lemmatizers: [any Lemmatizer]
    let language: LanguageTag
    let scripts = ScriptConversion()
    /// The spelling rules for the target language.
    let targetSpellings: HeadwordSpellings

    /// Creates a lookup.
    ///
    /// - Parameters:
    ///   - indexes: The dictionaries, best first.
    ///   - language: The language of the headwords.
    ///   - lemmatizers: Tried in order if the language's rules find no lemma.
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
    ///   - text: A word or an expression. Texts longer than 1,024 bytes are never found.
    ///   - partOfSpeech: The preferred part of speech, whose translations come first. If `nil`, an article implies a
    ///     noun and an infinitive marker a verb.
    ///   - loosestMatch: The last step to try; `gloss` is the same as `spelling`.
    /// - Returns: The result, or `nil` if nothing was found.
    /// - Throws: `ServiceError.Code.invalidRequest` for an empty text, `ServiceError.Code.io` if a dictionary is
    ///   damaged, `ServiceError.Code.cancelled` if the task was cancelled during a spelling search.
    package func find(
        _ text: String,
        partOfSpeech: PartOfSpeech? = nil,
        loosestMatch: TranslationMatch.Step = .gloss
    ) throws -> LookupResult? {
        guard text.utf8.count <= LookupFailure.maximumTextLength else {
            // A long text is not found even if it is not blank, and checking whether it is blank would read all of it.
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
        // Only a text that is not a headword can be blank.
        guard !BlankText.isBlank(text) else { throw LookupFailure.empty() }
        if !direct.forms.isEmpty, Self.hasOtherWritings(text) {
            return result(.exact, direct.forms, partOfSpeech)
        }
        // A text that differs from the headword is rarely one of the forms that the entry lists.
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

    /// Alternative spellings of a text.
    private func variants(of text: String) -> [String] {
        HeadwordVariants.of(text, language: folding.language)
            + scripts.headwords(text, language: folding.language)
    }

    /// The entries for the key of a text in all dictionaries.
    func hits(_ text: String) throws -> LookupHits {
        let key = folding.key(text)
        guard !key.isEmpty else { return LookupHits(text, key: key, records: [], folding: folding) }
        var records: [FoundRecord] = []
        for (position, index) in indexes.enumerated() {
            if let record = try index.record(key: key) { records.append(FoundRecord(record, dictionary: position)) }
        }
        return LookupHits(text, key: key, records: records, folding: folding)
    }

    /// The translations of the headwords that match a text, followed by those of its lemmas from the table.
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

    /// A result with the translations of hits; `nil` if there are none.
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

    /// Whether a text is written in Chinese characters or kana. In these scripts, another form of a word is an
    /// alternative writing rather than an inflection.
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
    /// The longest multi-word headword in a text, if it covers more than half of the words.
    ///
    /// A shorter match is not informative enough. Such texts are left to glosses and sentence translation.
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

/// Punctuation that surrounds a word but is not part of it: quotation marks, question marks, full stops, spaces.
enum OuterPunctuation {
    /// The text without outer punctuation, or the unchanged text if nothing would be left.
    ///
    /// A final apostrophe stays (*boys'*, *l'*), unless there is also an initial one.
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
    /// Whether any of the dictionaries contains the key of a text.
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
