public import LanguageServices

/// Puts requests into a queue that failed because there was no network.
///
/// A request is kept when a provider on the network could not be reached (`ServiceError.Code.network`), not even in time
/// (`ServiceError.Code.timedOut`), or was not to be asked now (`ServiceError.Code.unavailable`), and nobody may have done
/// it already. It is kept for that provider alone: whoever else was asked has given its answer.
public struct OfflineQueue: Sendable {
    private let store: any RequestStore
    private let remote: Set<ProviderID>

    /// Creates a queue.
    ///
    /// - Parameters:
    ///   - store: Where requests are kept.
    ///   - providers: All providers that may be asked; those on the network are the ones to wait for.
    public init(_ store: any RequestStore, for providers: [ProviderDescriptor]) {
        self.store = store
        remote = Set(providers.filter { $0.locality == .network }.map(\.id))
    }

    /// The provider that a failed request can wait for.
    ///
    /// - Parameters:
    ///   - error: What the request failed with.
    ///   - attempts: Everybody who was asked.
    /// - Returns: `nil` when waiting would be of no use, or the request may have been done.
    public func provider(for error: ServiceError, _ attempts: [ServiceReport.Attempt] = []) -> ProviderID? {
        guard !error.outcomeUnknown, ![.invalidRequest, .cancelled].contains(error.code) else { return nil }
        if let id = error.provider, remote.contains(id), Self.isPassing(error.code) { return id }
        let all = attempts + (error.report?.attempts ?? [])
        return all.first { attempt in
            attempt.outcome == .failed && remote.contains(attempt.provider)
                && (attempt.code.map(Self.isPassing) ?? false)
        }?.provider
    }

    /// Keeps requests.
    ///
    /// - Parameter requests: The requests, each with the error that kept it from being sent.
    /// - Returns: For each request its error with the name under which it waits (`ServiceError.queuedAs`), or the answer
    ///   when the queue has it already. When nothing could be kept, the errors say why.
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
                // One like it may have been done already.
                if ticket.state == .uncertain || ticket.state == .sending { error.outcomeUnknown = true }
                return .failure(error)
            }
        } catch {
            let reason = ServiceError(error)
            return requests.map { request in
                var error = request.error
                error.message += "; it could not be queued: \(reason.message)"
                error.remedy = reason.remedy ?? error.remedy
                return .failure(error)
            }
        }
    }

    private static func isPassing(_ code: ServiceError.Code) -> Bool {
        code == .network || code == .timedOut || code == .unavailable
    }
}

/// A translation provider whose requests are kept for later when there is no network.
///
/// A text that could not be sent has an error with `ServiceError.queuedAs`; a text that waited before and has been
/// answered meanwhile has its translation.
public struct QueueingTranslation: ForwardingTranslationProvider {
    /// The wrapped provider.
    public let upstream: any TranslationProvider
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

    /// Translates what can be translated now, and keeps the rest.
    public func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
        // What is sent later must not depend on what is configured then.
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
