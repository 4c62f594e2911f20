import HTTPTransport
import LanguageServices
import RemoteService
import Synchronization

/// The state learned while using a service: its limits, its languages, and the features that it does not support.
final class ServiceSession: Sendable {
    let remote: RemoteSession
    private let limits: HTTPLimits
    private let clock: ServiceClock
    private let state: Mutex<State>

    private struct State {
        var dialect: any Dialect
        var texts: Int?
        var size: Int?
        var languages: (list: LanguageList, time: Duration)?
        var hasGuessedTokens = false
    }

    /// How long a language list remains valid.
    private static let day = Duration.seconds(86_400)

    init(_ dialect: any Dialect, remote: RemoteSession, limits: HTTPLimits, clock: ServiceClock) {
        self.remote = remote
        self.limits = limits
        self.clock = clock
        state = Mutex(State(dialect: remote.gate.limits.limitsTokens ? dialect.countingTokens() : dialect))
    }

    /// The current dialect, without the features that the service does not support.
    var dialect: any Dialect { state.withLock { $0.dialect } }

    /// Replaces the dialect.
    func adopt(_ dialect: any Dialect) { state.withLock { $0.dialect = dialect } }

    /// The request limits, lowered to those that the service has reported.
    func limits(for job: TranslationJob) -> BatchLimits {
        var limits = state.withLock { $0.dialect.limits(for: job).narrowed(texts: $0.texts, size: $0.size) }
        limits.together = remote.gate.limits.maximumCharactersPerRequest
        return limits
    }

    /// Stores the limits that the service has reported.
    func learn(texts: Int?, size: Int?) {
        state.withLock { state in
            if let texts { state.texts = max(1, min(state.texts ?? texts, texts)) }
            if let size { state.size = max(1, min(state.size ?? size, size)) }
        }
    }

    /// Requests translations within the user's limits.
    func ask(
        _ dialect: any Dialect,
        for texts: [String],
        _ job: TranslationJob
    ) async throws(Refusal) -> HTTPResponse {
        let limits = dialect.streams ? limits.streaming : limits
        let answer: Result<HTTPResponse, Refusal>
        do throws(ServiceError) {
            let request = try dialect.request(for: texts, job)
            let characters = texts.reduce(0) { $0 + $1.unicodeScalars.count }
            let likely = remote.gate.limits.limitsTokens ? dialect.estimatedTokens(of: request, for: texts, job) : 0
            answer = try await send(request, limits, characters: characters, tokens: likely) { stream, pass in
                guard stream.head.isSuccess else {
                    let response = try await stream.collect()
                    // A refused request uses no tokens.
                    await pass.settle(tokens: 0)
                    return .success(response)
                }
                do {
                    let response = try await dialect.whole(stream, of: texts, job, idleTimeout: limits.idle)
                    let count = dialect.tokens(in: response)
                    if count.isGuess {
                        if likely > 0 { state.withLock { $0.hasGuessedTokens = true } }
                    } else {
                        await pass.settle(tokens: count.total(guessing: 0, 0))
                    }
                    return .success(response)
                } catch let refusal as Refusal {
                    // The answer is unusable, but the request has been processed.
                    return .failure(refusal)
                }
            }
        } catch {
            throw Refusal(error, texts.count > 1 && Self.isShort(error) ? .smaller() : .final)
        }
        return try answer.get()
    }

    /// Whether the user's remaining budget may suffice for fewer texts.
    private static func isShort(_ error: ServiceError) -> Bool {
        error.rejectedLocally && (error.code == .quotaExceeded || error.code == .limitExceeded)
    }

    /// Sends a request within the user's limits. Every failure is a `ServiceError`.
    ///
    /// - Parameters:
    ///   - characters: The number of characters in the user's texts.
    ///   - tokens: The estimated number of tokens.
    ///   - reading: Reads the answer.
    private func send<Answer>(
        _ request: HTTPRequest,
        _ limits: HTTPLimits,
        characters: Int,
        tokens: Int = 0,
        reading: (HTTPStream, RequestPermit) async throws -> Answer
    ) async throws(ServiceError) -> Answer {
        var request = request
        request.limits = limits
        return try await remote.send(request, characters: characters, tokens: tokens) { stream, pass in
            let answer = try await reading(stream, pass)
            pass.end()
            return answer
        }
    }

    /// Whether the token count of any request is an estimate.
    var hasGuessedTokens: Bool { state.withLock { $0.hasGuessedTokens } }

    /// The service's languages, requested at most once a day.
    func languages() async throws(ServiceError) -> LanguageList {
        let now = clock.now
        let known = state.withLock { $0.languages }
        if let known, now - known.time < Self.day { return known.list }
        let dialect = dialect
        var responses: [HTTPResponse] = []
        for request in dialect.languageRequests {
            let response = try await send(request, limits, characters: 0) { stream, _ in try await stream.collect() }
            guard response.head.isSuccess else {
                let words = ServerErrorText.message(in: dialect.service.failureJSON(response))
                throw dialect.service.refusal(response, words: words).error
            }
            responses.append(response)
        }
        do throws(Refusal) {
            let list = try dialect.languages(in: responses)
            state.withLock { $0.languages = (list, now) }
            return list
        } catch {
            throw error.error
        }
    }
}
