import HTTPTransport
import LanguageServices
import RemoteService
import Synchronization

/// What is learned about a service while it is used: its limits, its languages, what it does not understand.
final class ServiceSession: Sendable {
    let transport: any HTTPTransport
    private let limits: HTTPLimits
    private let gate: RequestGate
    private let clock: ServiceClock
    private let state: Mutex<State>

    private struct State {
        var dialect: any Dialect
        var texts: Int?
        var size: Int?
        var languages: (list: LanguageList, time: Duration)?
        var isShutDown = false
    }

    /// How long a list of languages holds.
    private static let day = Duration.seconds(86_400)

    init(
        _ dialect: any Dialect,
        transport: any HTTPTransport,
        limits: HTTPLimits,
        gate: RequestGate,
        clock: ServiceClock
    ) {
        self.transport = transport
        self.limits = limits
        self.gate = gate
        self.clock = clock
        state = Mutex(State(dialect: dialect))
    }

    /// How the service is spoken with, after what it has refused to understand.
    var dialect: any Dialect { state.withLock { $0.dialect } }

    /// Speaks differently from now on.
    func adopt(_ dialect: any Dialect) { state.withLock { $0.dialect = dialect } }

    /// The limits of a request, narrowed by those that the service has named.
    func limits(for job: TranslationJob) -> BatchLimits {
        var limits = state.withLock { $0.dialect.limits(for: job).narrowed(texts: $0.texts, size: $0.size) }
        limits.together = gate.limits.charactersTogether
        return limits
    }

    /// Keeps limits that the service has named.
    func learn(texts: Int?, size: Int?) {
        state.withLock { state in
            if let texts { state.texts = max(1, min(state.texts ?? texts, texts)) }
            if let size { state.size = max(1, min(state.size ?? size, size)) }
        }
    }

    func shutDown() { state.withLock { $0.isShutDown = true } }

    func checkOpen() throws(ServiceError) {
        guard state.withLock({ $0.isShutDown }) else { return }
        throw ServiceError(.unavailable, "the provider has been shut down", remedy: "make another one")
    }

    /// Sends a request within the limits of the user; whatever fails is a `ServiceError`.
    ///
    /// - Parameter characters: How many characters of the user's texts it holds.
    func send(_ request: HTTPRequest, characters: Int) async throws(ServiceError) -> HTTPResponse {
        var request = request
        request.limits = limits
        return try await gate.send(characters: characters) { try await transport.send(request) }
    }

    /// The languages of the service, asked for once a day.
    func languages() async throws(ServiceError) -> LanguageList {
        let now = clock.now
        let known = state.withLock { $0.languages }
        if let known, now - known.time < Self.day { return known.list }
        let dialect = dialect
        var responses: [HTTPResponse] = []
        for request in dialect.languageRequests {
            let response = try await send(request, characters: 0)
            guard response.head.isSuccess else {
                let words = ServerWords.message(in: dialect.service.failureJSON(response))
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
