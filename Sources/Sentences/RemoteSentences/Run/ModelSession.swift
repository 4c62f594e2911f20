import HTTPTransport
import JSON
import LanguageServices
import RemoteService
import SentenceChecks
import Synchronization

/// What is learned about a service while it is used, and what every request to it has in common.
final class ModelSession: Sendable {
    let settings: RemoteSentencesSettings
    let prompt: SentencePrompt
    let lessonPrompt: LessonPrompt
    let remote: RemoteSession
    private let current: Mutex<any SentenceDialect>

    /// - Throws: `ServiceError.Code.configuration` when the settings are wrong or incomplete.
    init(_ settings: RemoteSentencesSettings, remote: RemoteSession) throws(ServiceError) {
        self.settings = settings
        self.remote = remote
        current = Mutex(try settings.makeDialect())
        prompt = try settings.makePrompt()
        lessonPrompt = try settings.makeLessonPrompt()
    }

    /// How the service is spoken with, after what it has refused to understand.
    var dialect: any SentenceDialect { current.withLock { $0 } }

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
        let pass: RequestPermit
        /// How many tokens were likely read, where tokens are counted.
        let readTokens: Int?

        /// Reads the next event into a message.
        ///
        /// - Parameter room: How many Unicode scalars an answer may have, beside a thought, that is still taken for one. A model
        ///   that goes on writing has lost its way; thoughts may be long.
        /// - Throws: What the service or the network says; the service may have billed the request.
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
    func open(_ asking: ModelRequest) async throws(ServiceError) -> Incoming {
        // A dialect leaves out one thing at a time, and has no more than some.
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
                    // A request that is refused takes no tokens.
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
        throw dialect.service.malformedAnswer("to every request that it does not understand it")
    }

    /// An answer with a bad status.
    private struct Refused: Error {
        let response: HTTPResponse
    }
}

/// The message of a model after its end.
struct WholeMessage: Sendable {
    /// What was written, without thoughts.
    var text: String
    /// How it ended.
    var end: WrittenMessage.End
    /// What a model says instead of an answer; `nil` when it did not refuse.
    var refusal: String?
    /// Whether the tokens that were counted for it are a guess.
    var isGuessed: Bool
}

extension ModelSession {
    /// Asks a model and waits for all of its answer.
    ///
    /// - Parameters:
    ///   - asking: What is asked.
    ///   - room: How many Unicode scalars an answer may have that is still taken for one.
    /// - Throws: What ``open(_:)`` throws, and what becomes of an answer that breaks off.
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
