import HTTPTransport
import LanguageServices
import RemoteService
import Synchronization

/// What is learned about a service while it is used: its limits, its languages, what it does not understand.
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

    /// How long a list of languages holds.
    private static let day = Duration.seconds(86_400)

    init(_ dialect: any Dialect, remote: RemoteSession, limits: HTTPLimits, clock: ServiceClock) {
        self.remote = remote
        self.limits = limits
        self.clock = clock
        state = Mutex(State(dialect: remote.gate.limits.limitsTokens ? dialect.countingTokens() : dialect))
    }

    /// How the service is spoken with, after what it has refused to understand.
    var dialect: any Dialect { state.withLock { $0.dialect } }

    /// Speaks differently from now on.
    func adopt(_ dialect: any Dialect) { state.withLock { $0.dialect = dialect } }

    /// The limits of a request, narrowed by those that the service has named.
    func limits(for job: TranslationJob) -> BatchLimits {
        var limits = state.withLock { $0.dialect.limits(for: job).narrowed(texts: $0.texts, size: $0.size) }
        limits.together = remote.gate.limits.maximumCharactersPerRequest
        return limits
    }

    /// Keeps limits that the service has named.
    func learn(texts: Int?, size: Int?) {
        state.withLock { state in
            if let texts { state.texts = max(1, min(state.texts ?? texts, texts)) }
            if let size { state.size = max(1, min(state.size ?? size, size)) }
        }
    }

    /// Asks for translations, in the manner of a dialect and within the limits of the user.
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
            let likely = remote.gate.limits.limitsTokens ? dialect.likelyTokens(of: request, for: texts, job) : 0
            answer = try await send(request, limits, characters: characters, tokens: likely) { stream, pass in
                guard stream.head.isSuccess else {
                    let response = try await stream.collect()
                    // A request that is refused takes no tokens.
                    await pass.settle(tokens: 0)
                    return .success(response)
                }
                do {
                    let response = try await dialect.whole(stream, of: texts, job, patience: limits.idle)
                    let count = dialect.tokens(in: response)
                    if count.isGuess {
                        if likely > 0 { state.withLock { $0.hasGuessedTokens = true } }
                    } else {
                        await pass.settle(tokens: count.total(guessing: 0, 0))
                    }
                    return .success(response)
                } catch let refusal as Refusal {
                    // An answer came, though not one that is of use: what was sent is sent.
                    return .failure(refusal)
                }
            }
        } catch {
            throw Refusal(error, texts.count > 1 && Self.isShort(error) ? .smaller() : .final)
        }
        return try answer.get()
    }

    /// Whether so little is left of the user's budget that fewer texts may still be within it.
    private static func isShort(_ error: ServiceError) -> Bool {
        error.rejectedLocally && (error.code == .quotaExceeded || error.code == .limitExceeded)
    }

    /// Sends a request within the limits of the user; whatever fails is a `ServiceError`.
    ///
    /// - Parameters:
    ///   - characters: How many characters of the user's texts it holds.
    ///   - tokens: How many tokens it is likely to take.
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

    /// Whether the tokens that were counted for some request are a guess.
    var hasGuessedTokens: Bool { state.withLock { $0.hasGuessedTokens } }

    /// The languages of the service, asked for once a day.
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
