import Language
import LanguageServices

/// The dictionaries for one request, and the lookup of its texts.
struct LookupSession {
    let lookups: [(pair: LanguagePair, lookup: DictionaryLookup)]
    let request: TranslationRequest
    let provider: ProviderID
    let romanizer: Romanizer
    var mecab = MeCab()

    /// The translation of a text that is a headword in some spelling or form.
    func translation(of text: String) async -> Result<Translation, ServiceError> {
        let furthest = min(request.loosestMatch, .lemma)
        do {
            guard let (pair, result) = try best(text, furthest: furthest) else {
                throw LookupFailure.notFound(text, suggestions: [])
            }
            return .success(try await readable(try translation(result, from: pair)))
        } catch {
            return .failure(ServiceError(error, provider: provider))
        }
    }

    /// The word-by-word translation of a text, or the translation of a similar headword.
    ///
    /// A single unknown word is replaced with the headword that has the closest spelling. A text of several words is
    /// translated word by word. The request's match limit applies.
    func gloss(of text: String) async -> Result<Translation, ServiceError> {
        do {
            guard !BlankText.isBlank(text) else { throw LookupFailure.empty() }
            if request.loosestMatch == .gloss, try isForGloss(text),
                let glossed = try await bestGloss(of: text)
            {
                return .success(try await translation(glossed.result, from: glossed.pair))
            }
            guard let (pair, result) = try best(text, furthest: min(request.loosestMatch, .spelling)) else {
                throw LookupFailure.notFound(text, suggestions: try suggestions(for: text))
            }
            return .success(try await readable(try translation(result, from: pair)))
        } catch {
            return .failure(ServiceError(error, provider: provider))
        }
    }

    // MARK: Glosses

    /// Whether to gloss a text: if it has several words, is French with an apostrophe, or is a compound.
    private func isForGloss(_ text: String) throws -> Bool {
        if text.utf8.count > LookupFailure.maximumTextLength || isSeveralWords(text) { return true }
        if lookups.contains(where: { $0.pair.source.language == "fr" }),
            text.unicodeScalars.contains(where: { $0 == "'" || $0 == "\u{2019}" })
        {
            return true
        }
        return try lookups.contains { try !$0.lookup.compound(text).isEmpty }
    }

    private func isSeveralWords(_ text: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        // For a language written without spaces, the dictionary determines the word boundaries.
        if scalars.count > 1, lookups.contains(where: { ["ja", "zh"].contains($0.pair.source.language) }),
            scalars.contains(where: { $0.value >= 0x2E80 })
        {
            return true
        }
        return TextSegmenter(language: nil).words(in: scalars).count { $0.kind == .word } > 1
    }

    /// The gloss from the source language in which most of the text is known; in a tie, the first one.
    private func bestGloss(of text: String) async throws -> (pair: LanguagePair, result: GlossResult)? {
        var best: (pair: LanguagePair, result: GlossResult, known: Int)?
        for (pair, lookup) in lookups {
            do {
                let result = try await Gloss.make(
                    text,
                    source: pair.source,
                    target: pair.target,
                    lookup: lookup,
                    reader: pair.source.language == "ja" ? mecab : nil,
                    romanizer: romanizer
                )
                let known = result.words.reduce(0) { $0 + ($1.translation == nil ? 0 : $1.text.unicodeScalars.count) }
                if best.map({ known > $0.known }) ?? true { best = (pair, result, known) }
            } catch let error as ServiceError where error.code == .notFound {
                continue
            }
        }
        return best.map { ($0.pair, $0.result) }
    }

    /// A gloss as a translation. If the gloss consists of a single expression, the match of that expression is used.
    private func translation(_ gloss: GlossResult, from source: LanguagePair) async throws -> Translation {
        let words = gloss.words.filter { !BlankText.isBlank($0.text) }
        let step = words.count == 1 ? words[0].match : nil
        return try await readable(
            Translation(
                text: gloss.text,
                alternatives: step == nil ? [] : words[0].alternatives,
                provider: provider,
                romanization: request.romanizes
                    ? romanizer.romanization(of: gloss.text, language: source.target.text) : nil,
                source: request.source == nil ? source.source : nil,
                match: step ?? TranslationMatch(step: .gloss, headword: ""),
                gloss: gloss.words,
                notes: gloss.notes
            )
        )
    }

    /// Adds a romanisation if one is requested and MeCab is required for it.
    func readable(_ translation: Translation) async throws -> Translation {
        guard request.romanizes, translation.romanization == nil, request.target?.language == "ja" else {
            return translation
        }
        var complete = translation
        do {
            complete.romanization = try mecab.romanization(of: translation.text)
        } catch  where error.code == .cancelled {
            throw error
        } catch {
            // The translation is usable without a romanisation.
        }
        return complete
    }

    private func suggestions(for text: String) throws -> [String] {
        guard request.loosestMatch >= .spelling else { return [] }
        var all: [String] = []
        for (_, lookup) in lookups {
            for suggestion in try lookup.suggestions(for: text) where !all.contains(suggestion) {
                all.append(suggestion)
            }
        }
        return Array(all.prefix(5))
    }

    // MARK: Words

    /// The result from the source language with the strictest match step; in a tie, the first one.
    func best(
        _ text: String,
        furthest: TranslationMatch.Step
    ) throws -> (pair: LanguagePair, result: LookupResult)? {
        var best: LookupResult?
        var position = 0
        for index in lookups.indices {
            let limit = best?.step ?? furthest
            guard
                let result = try lookups[index].lookup.find(
                    text,
                    partOfSpeech: request.partOfSpeech,
                    loosestMatch: limit
                ), best.map({ result.step < $0.step }) ?? true
            else { continue }
            let isExact = result.step == .exact
            best = consume result
            position = index
            if isExact { break }
        }
        return best.map { (lookups[position].pair, $0) }
    }

    /// A search result as a translation.
    func translation(_ result: LookupResult, from pair: LanguagePair) throws -> Translation {
        let first = result.best
        let groups = request.wantsAlternatives ? grouped(result.translations) : []
        let word = first.word
        return Translation(
            text: word.text,
            alternatives: Array(groups.flatMap(\.translations).dropFirst()),
            groups: groups.count > 1 ? groups : [],
            provider: provider,
            partOfSpeech: first.partOfSpeech,
            genders: word.genders,
            reading: word.reading,
            romanization: request.romanizes ? romanized(first) : nil,
            source: request.source == nil ? pair.source : nil,
            match: result.match,
            entries: request.wantsEntries ? try result.entries() : []
        )
    }

    private func romanized(_ translation: LookupTranslation) -> String? {
        request.target.flatMap { target in
            romanizer.romanization(
                of: translation.word.text,
                language: target.text,
                reading: translation.word.reading,
                isVerb: translation.partOfSpeech == .verb
            )
        }
    }

    /// The translations grouped by part of speech, starting with the best translation's group. Translations without a
    /// part of speech are placed in that group.
    ///
    /// If a part of speech is requested and has a translation, the other groups are omitted.
    private func grouped(_ translations: [LookupTranslation]) -> [TranslationGroup] {
        guard let first = translations.first, translations.count > 1 else { return [] }
        var groups = [TranslationGroup(partOfSpeech: first.partOfSpeech, translations: [])]
        for translation in translations.prefix(Self.maximumAlternatives + 1) {
            let part = translation.partOfSpeech ?? first.partOfSpeech
            if let position = groups.firstIndex(where: { $0.partOfSpeech == part }) {
                groups[position].translations.append(translation.text)
            } else if request.partOfSpeech == nil || request.partOfSpeech != first.partOfSpeech {
                groups.append(TranslationGroup(partOfSpeech: part, translations: [translation.text]))
            }
        }
        return groups
    }

    private static let maximumAlternatives = 20
}
