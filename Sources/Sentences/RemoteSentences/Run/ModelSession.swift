import HTTPTransport
import JSON
import LanguageServices
import RemoteService
import Synchronization

/// What is learned about a service while it is used, and what every request to it has in common.
final class ModelSession: Sendable {
    let settings: RemoteSentencesSettings
    let prompt: SentencePrompt
    let lessonPrompt: LessonPrompt
    let transport: any HTTPTransport
    private let gate: RequestGate
    private let state: Mutex<State>

    private struct State {
        var dialect: any SentenceDialect
        var isShutDown = false
    }

    init(
        _ dialect: any SentenceDialect,
        settings: RemoteSentencesSettings,
        prompt: SentencePrompt,
        lessonPrompt: LessonPrompt,
        transport: any HTTPTransport,
        gate: RequestGate
    ) {
        self.settings = settings
        self.prompt = prompt
        self.lessonPrompt = lessonPrompt
        self.transport = transport
        self.gate = gate
        state = Mutex(State(dialect: dialect))
    }

    /// How the service is spoken with, after what it has refused to understand.
    var dialect: any SentenceDialect { state.withLock { $0.dialect } }

    func shutDown() { state.withLock { $0.isShutDown = true } }

    func checkOpen() throws(ServiceError) {
        guard state.withLock({ $0.isShutDown }) else { return }
        throw ServiceError(.unavailable, "the provider has been shut down", remedy: "make another one")
    }

    /// The languages of the model.
    func checkLanguage(_ tag: LanguageTag) throws(ServiceError) {
        let known = settings.languages
        let isThere =
            known.isEmpty
            ? LanguageNames.isKnown(tag) : known.contains { LanguageDistance.between(tag, $0) != nil }
        guard !isThere else { return }
        throw dialect.service.error(
            .unsupported,
            "is not known to write '\(tag)'",
            remedy: "list the language under 'languages' of the provider if the model knows it"
        )
    }

    private var limits: HTTPLimits { .service(settings.requestTime ?? .seconds(180)) }

    /// An answer with a good status that is coming in.
    struct Incoming: Sendable {
        let dialect: any SentenceDialect
        var events: ChatEvents
        let pass: RequestPass
        /// How many tokens were likely read, where tokens are counted.
        let readTokens: Int?

        /// Ends the request.
        ///
        /// - Parameter message: What was written.
        /// - Returns: Whether the tokens that were counted for it are a guess.
        func end(_ message: WrittenMessage) async -> Bool {
            defer { pass.end() }
            guard let readTokens else {
                await events.finish()
                return false
            }
            var message = message
            // The number comes behind the end of the message.
            for json in await events.rest() { try? dialect.read(json, into: &message) }
            await pass.settle(tokens: message.tokens.total(guessing: readTokens, message.guess.count))
            return message.tokens.isGuess
        }
    }

    /// Sends a request within the limits of the user, and once more without what the service does not understand.
    ///
    /// - Throws: What the gate, the transport or the service says.
    func open(_ asking: ModelAsking) async throws(ServiceError) -> Incoming {
        // A dialect leaves out one thing at a time, and has no more than some.
        for _ in 0..<8 {
            let dialect = dialect
            let limits = dialect.streams ? limits.streaming : limits
            var asking = asking
            asking.wantsTokenCount = gate.limits.limitsTokens
            var request = dialect.request(asking)
            request.limits = limits
            let readTokens = asking.wantsTokenCount ? TokenGuess(asking.system + asking.user).count : nil
            let pass = try await gate.enter(
                characters: asking.user.unicodeScalars.count,
                tokens: readTokens.map { $0 + asking.likelyTokens } ?? 0
            )
            let refused: HTTPResponse
            do {
                let stream = try await transport.stream(request)
                if stream.head.isSuccess {
                    let events = ChatEvents(
                        stream,
                        of: dialect.service,
                        patience: limits.idle,
                        readsLines: dialect.readsLines && dialect.streams
                    )
                    return Incoming(dialect: dialect, events: events, pass: pass, readTokens: readTokens)
                }
                refused = try await stream.whole()
                // A request that is refused takes no tokens.
                await pass.settle(tokens: 0)
                pass.end()
            } catch {
                await pass.end(after: error)
                throw ServiceError(error)
            }
            guard let adapted = adapted(dialect, to: refused) else {
                throw ModelFailure(refused, of: dialect.service).error
            }
            state.withLock { $0.dialect = adapted }
        }
        throw dialect.service.misshapenAnswer("to every request that it does not understand it")
    }

    private func adapted(_ dialect: any SentenceDialect, to response: HTTPResponse) -> (any SentenceDialect)? {
        guard [400, 422, 501].contains(response.status) else { return nil }
        let json = dialect.service.failureJSON(response)
        let words = (ServerWords.message(in: json) ?? "") + " " + (json?["error"]?["param"]?.string ?? "")
        return dialect.adapted(to: words.lowercased())
    }
}
