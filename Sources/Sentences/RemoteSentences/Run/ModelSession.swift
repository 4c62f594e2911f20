import HTTPTransport
import JSON
import LanguageServices
import RemoteService
import SentenceChecks
import Synchronization

/// State shared by all requests to a service, including which features the service has rejected.
final class ModelSession: Sendable {
    let settings: RemoteSentencesSettings
    let prompt: SentencePrompt
    let lessonPrompt: LessonPrompt
    let remote: RemoteSession
    private let current: Mutex<any SentenceDialect>

    /// - Throws: `ServiceError.Code.configuration` if the settings are invalid or incomplete.
    init(_ settings: RemoteSentencesSettings, remote: RemoteSession) throws(ServiceError) {
        self.settings = settings
        self.remote = remote
        current = Mutex(try settings.makeDialect())
        prompt = try settings.makePrompt()
        lessonPrompt = try settings.makeLessonPrompt()
    }

    /// The dialect, without the features that the service rejected.
    var dialect: any SentenceDialect { current.withLock { $0 } }

    /// Throws an error if the model does not support the language.
    func checkLanguage(_ tag: LanguageTag) throws(ServiceError) {
        let known = settings.languages
        let isThere =
            known.isEmpty
            ? LanguageNames.isKnown(tag) : known.contains { LanguageDistance.between(tag, $0) != nil }
        guard !isThere else { return }
        throw dialect.service.error(
            .unsupported,
            "is not known to write '\(tag)'",
            remedy: "if the model knows this language, list it under the provider's 'languages'"
        )
    }

    private var limits: HTTPLimits { .service(settings.requestTime ?? .seconds(180)) }

    /// A successful response that is being received.
    struct Incoming: Sendable {
        let dialect: any SentenceDialect
        var events: ChatEvents
        let pass: RequestPermit
        /// An estimate of the input tokens, if tokens are counted.
        let readTokens: Int?

        /// Reads the next event into a message.
        ///
        /// - Parameter room: The maximum length of the response in Unicode scalars, excluding the model's reasoning,
        ///   which may be long. A model that exceeds it is treated as out of control.
        /// - Throws: Errors from the service or the network; the service may have billed the request.
        mutating func read(into message: inout WrittenMessage, room: Int) async throws(ServiceError) {
            let event: ChatEvents.Event?
            do {
                event = try await events.next()
            } catch {
                await pass.end(after: error)
                throw ServiceError(error).withUnknownOutcome
            }
            switch event {
            case .failure(let response)?: throw ModelFailure(inGoodAnswer: response, of: dialect.service).error
            case .piece(let json)?: try dialect.read(json, into: &message)
            case .end?: message.end(.whole)
            case nil: if message.end == nil { throw dialect.service.cutAnswer }
            }
            if message.count > room + (message.isThinking ? 400_000 : 0) { message.end(.astray) }
        }

        /// Ends the request.
        ///
        /// - Parameter message: The message received so far.
        /// - Returns: Whether the token count is an estimate.
        func end(_ message: WrittenMessage) async -> Bool {
            defer { pass.end() }
            guard let readTokens else {
                await events.finish()
                return false
            }
            var message = message
            // The token counts follow the end of the message.
            for json in await events.rest() { try? dialect.read(json, into: &message) }
            await pass.settle(tokens: message.tokens.total(guessing: readTokens, message.guess.count))
            return message.tokens.isGuess
        }
    }

    /// Sends a request within the user's limits. If the service rejects a feature, the request is repeated without it.
    ///
    /// - Throws: Errors from the gate, the transport or the service.
    func open(_ asking: ModelRequest) async throws(ServiceError) -> Incoming {
        // A dialect drops one feature per attempt, and has only a few to drop.
        for _ in 0..<8 {
            let dialect = dialect
            let limits = dialect.streams ? limits.streaming : limits
            var asking = asking
            asking.wantsTokenCount = remote.gate.limits.limitsTokens
            var request = dialect.request(asking)
            request.limits = limits
            let readTokens = asking.wantsTokenCount ? TokenGuess(asking.system + asking.user).count : nil
            let answer: Result<Incoming, Refused> = try await remote.send(
                request,
                characters: asking.user.unicodeScalars.count,
                tokens: readTokens.map { $0 + asking.likelyTokens } ?? 0
            ) { stream, pass in
                guard stream.head.isSuccess else {
                    let response = try await stream.collect()
                    // A rejected request uses no tokens.
                    await pass.settle(tokens: 0)
                    pass.end()
                    return .failure(Refused(response: response))
                }
                let events = ChatEvents(
                    stream,
                    of: dialect.service,
                    idleTimeout: limits.idle,
                    readsLines: dialect.readsLines && dialect.streams
                )
                return .success(Incoming(dialect: dialect, events: events, pass: pass, readTokens: readTokens))
            }
            switch answer {
            case .success(let incoming): return incoming
            case .failure(let refused):
                guard [400, 422, 501].contains(refused.response.status),
                    let adapted = dialect.adapted(to: dialect.service.complaint(in: refused.response))
                else { throw ModelFailure(refused.response, of: dialect.service).error }
                current.withLock { $0 = adapted }
            }
        }
        throw dialect.service.malformedAnswer("that rejects every form of the request")
    }

    /// A response with an error status.
    private struct Refused: Error {
        let response: HTTPResponse
    }
}

/// A complete message from a model.
struct WholeMessage: Sendable {
    /// The text, without reasoning.
    var text: String
    /// The reason why the message ended.
    var end: WrittenMessage.End
    /// The model's refusal; `nil` if it did not refuse.
    var refusal: String?
    /// Whether the token count is an estimate.
    var isGuessed: Bool
}

extension ModelSession {
    /// Sends a request and waits for the complete response.
    ///
    /// - Parameters:
    ///   - asking: The request.
    ///   - room: The maximum length of the response, in Unicode scalars.
    /// - Throws: The errors thrown by ``open(_:)``, or an error if the response is interrupted.
    func message(_ asking: ModelRequest, room: Int) async throws(ServiceError) -> WholeMessage {
        var incoming = try await open(asking)
        var message = WrittenMessage()
        var text = ""
        while message.end == nil {
            try await incoming.read(into: &message, room: room)
            text += message.take()
        }
        let isGuessed = await incoming.end(message)
        var refusal = message.refusal
        if refusal == nil, !text.contains("{"), SentenceInspection.isRefusal(message.opening) { refusal = text }
        return WholeMessage(text: text, end: message.end ?? .whole, refusal: refusal, isGuessed: isGuessed)
    }
}
