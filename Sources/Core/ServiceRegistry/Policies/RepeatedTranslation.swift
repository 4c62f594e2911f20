import LanguageServices
import Synchronization

/// A translation that a policy may retry. Each retry sends only the texts without a result.
final class RepeatedTranslation: Sendable {
    private struct State {
        /// The response so far; `nil` before the first call.
        var response: TranslationResponse?
        /// The indices of the texts to send in the next call.
        var indices: [Int]
    }

    private let request: TranslationRequest
    private let policy: any CallPolicy
    private let state: Mutex<State>

    init(_ request: TranslationRequest, _ policy: any CallPolicy) {
        self.request = request
        self.policy = policy
        state = Mutex(State(indices: Array(request.texts.indices)))
    }

    /// Sends the remaining texts.
    ///
    /// - Returns: The complete response.
    /// - Throws: The error for a text that the policy would retry.
    func ask(_ provider: any TranslationProvider) async throws -> TranslationResponse {
        let (indices, isFirst) = state.withLock { ($0.indices, $0.response == nil) }
        guard !isFirst else {
            let response = try await provider.translate(request)
            // A response with the wrong number of results cannot be merged.
            guard response.results.count == request.texts.count else { return response }
            return try take(response, at: indices)
        }
        return try take(await askAgain(provider, indices), at: indices)
    }

    private func askAgain(
        _ provider: any TranslationProvider,
        _ indices: [Int]
    ) async throws -> TranslationResponse {
        var remaining = request
        remaining.texts = indices.map { request.texts[$0] }
        do {
            return try await provider.translateAll(remaining, as: "the provider")
        } catch {
            let known = ServiceError(error)
            if known.code != .cancelled { fail(known, at: indices) }
            throw known
        }
    }

    /// The partial response of a call that finally failed; `nil` if there is none or the caller cancelled.
    func partialResponse(despite error: ServiceError) -> TranslationResponse? {
        error.code == .cancelled ? nil : state.withLock { $0.response }
    }

    private func take(_ new: TranslationResponse, at indices: [Int]) throws -> TranslationResponse {
        let (response, error) = state.withLock { state in
            if var response = state.response {
                for (index, result) in zip(indices, new.results) { response.results[index] = result }
                for notice in new.report.notices where !response.report.notices.contains(notice) {
                    response.report.notices.append(notice)
                }
                state.response = Self.counted(response)
            } else {
                state.response = new
            }
            let response = state.response ?? new
            var error: ServiceError?
            state.indices = response.results.indices.filter { index in
                guard case .failure(let failure) = response.results[index], policy.repeats(after: failure) else {
                    return false
                }
                // The longest delay satisfies every error.
                if failure.retryAfter ?? .zero >= error?.retryAfter ?? .zero { error = failure }
                return true
            }
            return (response, error)
        }
        if let error { throw error }
        return response
    }

    /// Records why the texts of a retry failed.
    private func fail(_ error: ServiceError, at indices: [Int]) {
        state.withLock { state in
            guard var response = state.response else { return }
            for index in indices { response.results[index] = .failure(error) }
            state.response = Self.counted(response)
            state.indices = indices
        }
    }

    /// The response with its report updated to match the final results.
    private static func counted(_ response: TranslationResponse) -> TranslationResponse {
        let errors = response.results.compactMap(\.failure)
        let isPart = errors.count < response.results.count
        var counted = response
        counted.report.note(errors.isEmpty ? .answered : isPart ? .partlyAnswered : .failed, errors.first)
        return counted
    }
}

extension Result {
    /// The error, if there is one.
    var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
