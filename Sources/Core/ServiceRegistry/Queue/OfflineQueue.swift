public import LanguageServices

/// Queues requests that failed because the network was down.
///
/// A request is queued if a network provider could not be reached (`ServiceError.Code.network`), timed out
/// (`ServiceError.Code.timedOut`) or was unavailable (`ServiceError.Code.unavailable`), and the request cannot have
/// been processed. It is queued for that provider only, since the other providers have already answered.
public struct OfflineQueue: Sendable {
    private let store: any RequestStore
    private let remote: Set<ProviderID>

    /// Creates a queue.
    ///
    /// - Parameters:
    ///   - store: The store for the requests.
    ///   - providers: All providers that may be called. Requests are queued for network providers only.
    public init(_ store: any RequestStore, for providers: [ProviderDescriptor]) {
        self.store = store
        remote = Set(providers.filter { $0.locality == .network }.map(\.id))
    }

    /// The provider that a failed request can be queued for.
    ///
    /// - Parameters:
    ///   - error: The error that the request failed with.
    ///   - attempts: All attempts.
    /// - Returns: `nil` if a later attempt would not help or the request may have been processed.
    public func provider(for error: ServiceError, _ attempts: [ServiceReport.Attempt] = []) -> ProviderID? {
        guard !error.outcomeUnknown, ![.invalidRequest, .cancelled].contains(error.code) else { return nil }
        if let id = error.provider, remote.contains(id), Self.isTransient(error.code) { return id }
        let all = attempts + (error.report?.attempts ?? [])
        return all.first { attempt in
            attempt.outcome == .failed && remote.contains(attempt.provider)
                && (attempt.code.map(Self.isTransient) ?? false)
        }?.provider
    }

    /// Queues requests.
    ///
    /// - Parameter requests: The requests with their errors.
    /// - Returns: For each request, the answer if the queue already has it; otherwise its error with the name of the
    ///   queued request (`ServiceError.queuedAs`). If nothing can be stored, the errors contain the reason.
    public func keep(
        _ requests: [(request: QueuedRequest, error: ServiceError)]
    ) async -> [Result<QueueAnswer, ServiceError>] {
        guard !requests.isEmpty else { return [] }
        do {
            let tickets = try await store.add(requests)
            return zip(requests, tickets).map { request, ticket in
                if let answer = ticket.answer { return .success(answer) }
                var error = request.error
                error.queuedAs = String(ticket.id)
                // An identical request may already have been processed.
                if ticket.state == .uncertain || ticket.state == .sending { error.outcomeUnknown = true }
                return .failure(error)
            }
        } catch {
            let reason = ServiceError(error)
            return requests.map { request in
                var error = request.error
                error.message += "; it was not queued: \(reason.message)"
                error.remedy = reason.remedy ?? error.remedy
                return .failure(error)
            }
        }
    }

    private static func isTransient(_ code: ServiceError.Code) -> Bool {
        code == .network || code == .timedOut || code == .unavailable
    }
}

/// A translation provider that queues requests while the network is down.
///
/// The result for a queued text is an error with `ServiceError.queuedAs`. If a text was queued earlier and has since
/// been answered, its result is the translation.
public struct QueueingTranslation: ForwardingTranslationProvider {
    /// The wrapped provider or chain.
    public let upstream: any TranslationProvider
    private let queue: OfflineQueue

    /// Adds a queue to a provider.
    ///
    /// - Parameters:
    ///   - upstream: The provider or chain.
    ///   - queue: The queue.
    public init(_ upstream: any TranslationProvider, queue: OfflineQueue) {
        self.upstream = upstream
        self.queue = queue
    }

    /// Translates the texts if possible, and queues those that failed.
    public func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
        // The queued request must not depend on a later configuration.
        let complete = defaults.completing(request)
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
        var indices: [Int] = []
        var waiting: [(request: QueuedRequest, error: ServiceError)] = []
        for (index, result) in response.results.enumerated() {
            guard case .failure(let error) = result,
                let provider = queue.provider(for: error, response.report.attempts)
            else { continue }
            var single = complete
            single.texts = [complete.texts[index]]
            // What this request accepts does not change the answer that a provider gives later.
            single.worstQuality = nil
            indices.append(index)
            waiting.append((QueuedRequest(provider: provider, work: .translation(single)), error))
        }
        for (index, kept) in zip(indices, await queue.keep(waiting)) {
            switch kept {
            case .success(.translation(let translation)): response.results[index] = .success(translation)
            case .success(.speech): break
            case .failure(let error): response.results[index] = .failure(error)
            }
        }
        return response
    }
}
