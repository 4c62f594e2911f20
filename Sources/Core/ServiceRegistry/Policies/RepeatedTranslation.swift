import LanguageServices
import Synchronization

/// A translation that a policy may make again: each time only what is missing is asked for.
final class RepeatedTranslation: Sendable {
    private struct State {
        /// The answer so far; `nil` before the first.
        var response: TranslationResponse?
        /// The texts that are asked for next, by their places in the request.
        var places: [Int]
    }

    private let request: TranslationRequest
    private let policy: any CallPolicy
    private let state: Mutex<State>

    init(_ request: TranslationRequest, _ policy: any CallPolicy) {
        self.request = request
        self.policy = policy
        state = Mutex(State(places: Array(request.texts.indices)))
    }

    /// Asks for what is missing.
    ///
    /// - Returns: The whole answer.
    /// - Throws: The error of a text that the policy would ask for again.
    func ask(_ provider: any TranslationProvider) async throws -> TranslationResponse {
        let (places, isFirst) = state.withLock { ($0.places, $0.response == nil) }
        guard !isFirst else {
            let response = try await provider.translate(request)
            // What answers another number of texts than it was asked for cannot be completed.
            guard response.results.count == request.texts.count else { return response }
            return try take(response, at: places)
        }
        return try take(await askAgain(provider, places), at: places)
    }

    private func askAgain(
        _ provider: any TranslationProvider,
        _ places: [Int]
    ) async throws -> TranslationResponse {
        var rest = request
        rest.texts = places.map { request.texts[$0] }
        do {
            return try await provider.translateAll(rest, as: "the provider")
        } catch {
            let known = ServiceError(error)
            if known.code != .cancelled { fail(known, at: places) }
            throw known
        }
    }

    /// What has been answered although the call failed in the end; `nil` when that is nothing, or the caller gave up.
    func partialResponse(despite error: ServiceError) -> TranslationResponse? {
        error.code == .cancelled ? nil : state.withLock { $0.response }
    }

    private func take(_ new: TranslationResponse, at places: [Int]) throws -> TranslationResponse {
        let (response, error) = state.withLock { state in
            if var response = state.response {
                for (place, result) in zip(places, new.results) { response.results[place] = result }
                for notice in new.report.notices where !response.report.notices.contains(notice) {
                    response.report.notices.append(notice)
                }
                state.response = Self.counted(response)
            } else {
                state.response = new
            }
            let response = state.response ?? new
            var error: ServiceError?
            state.places = response.results.indices.filter { place in
                guard case .failure(let failure) = response.results[place], policy.repeats(after: failure) else {
                    return false
                }
                // The longest wait is long enough for all.
                if failure.retryAfter ?? .zero >= error?.retryAfter ?? .zero { error = failure }
                return true
            }
            return (response, error)
        }
        if let error { throw error }
        return response
    }

    /// Takes down why texts were not answered when they were asked for again.
    private func fail(_ error: ServiceError, at places: [Int]) {
        state.withLock { state in
            guard var response = state.response else { return }
            for place in places { response.results[place] = .failure(error) }
            state.response = Self.counted(response)
            state.places = places
        }
    }

    /// The answer with a report of what came of it in the end.
    private static func counted(_ response: TranslationResponse) -> TranslationResponse {
        let errors = response.results.compactMap(\.failure)
        let isPart = errors.count < response.results.count
        var counted = response
        counted.report.note(errors.isEmpty ? .answered : isPart ? .partlyAnswered : .failed, errors.first)
        return counted
    }
}

extension Result {
    /// The error, when there is one.
    var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
