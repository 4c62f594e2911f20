import LanguageServices

/// What the two providers of this target have in common: dictionaries, and texts that are looked up one by one.
struct DictionaryProvider: Sendable {
    let id: ProviderID
    let kind: String
    let clock: ServiceClock
    let shelf: DictionaryShelf

    /// What the provider says of itself.
    var descriptor: ProviderDescriptor {
        ProviderDescriptor(
            id: id,
            kind: kind,
            version: "1",
            service: .translation,
            locality: .inProcess,
            attribution: "the dictionaries that are installed; each says of itself what its licence is"
        )
    }

    /// Answers each text of a request.
    ///
    /// - Throws: As ``DictionaryShelf/desk(for:provider:)``; `ServiceError.Code.cancelled`.
    func translate(
        _ request: TranslationRequest,
        by answer: (DictionaryDesk, String) async -> Result<Translation, ServiceError>
    ) async throws -> TranslationResponse {
        let start = clock.now
        let desk = try shelf.desk(for: request, provider: id)
        var results: [Result<Translation, ServiceError>] = []
        results.reserveCapacity(request.texts.count)
        for text in request.texts {
            if Task.isCancelled { throw ServiceError(.cancelled, "the request was cancelled", provider: id) }
            results.append(await answer(desk, text))
        }
        return TranslationResponse(
            results: results,
            report: .answered(by: id, in: clock.now - start, notices: shelf.notices)
        )
    }
}
