import JSON
import LanguageServices
import RemoteService
import SentenceChecks

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
    func message(_ asking: ModelAsking, room: Int) async throws(ServiceError) -> WholeMessage {
        var incoming = try await open(asking)
        let service = incoming.dialect.service
        var message = WrittenMessage()
        var text = ""
        while message.end == nil {
            let event: ChatEvents.Event?
            do {
                event = try await incoming.events.next()
            } catch {
                await incoming.pass.end(after: error)
                throw SentenceRun.charged(ServiceError(error))
            }
            switch event {
            case .failure(let response)?: throw ModelFailure(inGoodAnswer: response, of: service).error
            case .piece(let json)?: try incoming.dialect.read(json, into: &message)
            case .end?: message.end(.whole)
            case nil:
                throw SentenceRun.charged(service.error(.network, "broke off its answer", remedy: "try again later"))
            }
            text += message.take()
            let most = room + (message.isThinking ? SentenceRun.roomForThought : 0)
            if message.count > most { message.end(.astray) }
        }
        let isGuessed = await incoming.end(message)
        var refusal = message.refusal
        if refusal == nil, !text.contains("{"), SentenceInspection.isRefusal(message.opening) { refusal = text }
        return WholeMessage(text: text, end: message.end ?? .whole, refusal: refusal, isGuessed: isGuessed)
    }
}
