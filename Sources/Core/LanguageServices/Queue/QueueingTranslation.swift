/// A translation provider whose requests are kept for later when there is no network.
///
/// A text that could not be sent has an error with ``ServiceError/queuedAs``; a text that waited before and has been
/// answered meanwhile has its translation.
public struct QueueingTranslation: TranslationProvider {
    private let upstream: any TranslationProvider
    private let queue: OfflineQueue

    /// Puts a queue behind a provider.
    ///
    /// - Parameters:
    ///   - upstream: The provider, or a chain of several.
    ///   - queue: Where requests are kept.
    public init(_ upstream: any TranslationProvider, queue: OfflineQueue) {
        self.upstream = upstream
        self.queue = queue
    }

    /// What the upstream says of itself.
    public var descriptor: ProviderDescriptor { upstream.descriptor }
    /// The upstream's status.
    public func status() async -> ProviderStatus { await upstream.status() }
    /// Shuts the upstream down.
    public func shutdown() async { await upstream.shutdown() }
    /// The upstream's pairs.
    public func languagePairs() async throws -> [LanguagePair] { try await upstream.languagePairs() }

    /// Translates what can be translated now, and keeps the rest.
    public func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
        // What is sent later must not depend on what is configured then.
        let complete = (upstream as? ConfiguredTranslation)?.completed(request) ?? request
        var response: TranslationResponse
        do {
            response = try await upstream.translate(complete)
        } catch {
            let known = ServiceError(error)
            guard queue.provider(for: known) != nil else { throw known }
            response = TranslationResponse(
                results: complete.texts.map { _ in .failure(known) },
                report: known.report ?? ServiceReport()
            )
        }
        guard response.results.count == complete.texts.count else { return response }
        var places: [Int] = []
        var waiting: [(request: QueuedRequest, error: ServiceError)] = []
        for (place, result) in response.results.enumerated() {
            guard case .failure(let error) = result,
                let provider = queue.provider(for: error, response.report.attempts)
            else { continue }
            var single = complete
            single.texts = [complete.texts[place]]
            places.append(place)
            waiting.append((QueuedRequest(provider: provider, work: .translation(single)), error))
        }
        for (place, kept) in zip(places, await queue.keep(waiting)) {
            switch kept {
            case .success(.translation(let translation)): response.results[place] = .success(translation)
            case .success(.speech): break
            case .failure(let error): response.results[place] = .failure(error)
            }
        }
        return response
    }
}
