import LanguageServices
import Text

/// The dictionaries of one request, and how its texts are looked up in them.
struct DictionaryDesk {
    let lookups: [(pair: LanguagePair, lookup: DictionaryLookup)]
    let request: TranslationRequest
    let provider: ProviderID
    let romanizer: Romanizer

    /// The translation of a text that is a headword in some spelling or form.
    func translation(of text: String) -> Result<Translation, ServiceError> {
        let furthest = min(request.furthestStep, .lemma)
        do {
            guard let (_, result) = try best(text, furthest: furthest) else {
                throw LookupFailure.notFound(text, suggestions: [])
            }
            return .success(try translation(result))
        } catch {
            return .failure(ServiceError(error, provider: provider))
        }
    }

    func gloss(of text: String) async -> Result<Translation, ServiceError> {
        do {
            guard let (_, result) = try best(text, furthest: .spelling) else {
                throw LookupFailure.notFound(text, suggestions: [])
            }
            return .success(try translation(result))
        } catch {
            return .failure(ServiceError(error, provider: provider))
        }
    }

    /// What is found in the language in which it is found by the surest step; between equals, the first.
    func best(
        _ text: String,
        furthest: TranslationMatch.Step
    ) throws -> (pair: LanguagePair, result: LookupResult)? {
        var best: (pair: LanguagePair, result: LookupResult)?
        for (pair, lookup) in lookups {
            let limit = best?.result.match.step ?? furthest
            guard
                let result = try lookup.find(text, partOfSpeech: request.partOfSpeech, furthestStep: limit),
                best.map({ result.match.step < $0.result.match.step }) ?? true
            else { continue }
            best = (pair, result)
            if result.match.step == .exact { break }
        }
        return best
    }

    /// A result of a search as a translation.
    func translation(_ result: LookupResult) throws -> Translation {
        guard let first = result.translations.first else {
            throw ServiceError(.notFound, "'\(result.match.headword)' has no translation", provider: provider)
        }
        return Translation(
            text: first.word.text,
            alternatives: result.translations.dropFirst().prefix(Self.mostAlternatives).map(\.word.text),
            provider: provider,
            partOfSpeech: first.partOfSpeech,
            genders: first.word.genders,
            reading: first.word.reading,
            romanization: request.romanizes ? romanized(first) : nil,
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

    private static let mostAlternatives = 20
}
