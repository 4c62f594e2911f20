import HTTPTransport
import JSON
import LanguageServices
import RemoteService

/// Reads a model's streamed answer and assembles it into a complete response.
///
/// The stream consists of server-sent events (HTML §9.2). Each event contains a piece of the message; the last one
/// states why the message ended. Reading stops when an answer becomes far too long for translations of the texts.
struct ChatStream {
    let service: ServiceIdentity

    /// The maximum length of the message in scalars.
    let maximumLength: Int

    /// The maximum time without an event. Comments, which servers send to keep a connection open, are not events.
    let idleTimeout: Duration

    /// Whether to wait for the token count, which arrives after the end of the message.
    var readsCount = false

    /// The complete answer, as in a response without streaming.
    ///
    /// - Throws: `Refusal` if this program stops reading early, `ServiceError` if the server ends the answer early.
    func whole(_ stream: HTTPStream) async throws -> HTTPResponse {
        var events = ChatEvents(stream, of: service, idleTimeout: idleTimeout)
        var message = WrittenMessage()
        var text = ""
        var hasBegun = false
        var usage: JSONNode?
        reading: while message.end == nil {
            switch try await next(&events) {
            case .failure(let response)?: return response
            case .end?: message.end(.whole)
            case .piece(let json)?:
                if message.addChoice(of: json) { hasBegun = true }
                usage = Self.usage(in: json) ?? usage
                text += message.take()
            case nil: break reading
            }
            guard message.count <= maximumLength + (message.isThinking ? Self.reasoningAllowance : 0) else {
                throw Refusal(
                    service.error(
                        .protocolViolation,
                        "wrote far more than translations of the texts",
                        remedy: "use a model that follows a JSON schema"
                    ),
                    .smaller()
                )
            }
        }
        guard hasBegun else { throw service.malformed("without a message") }
        guard let end = message.end else { throw service.cutAnswer }
        if readsCount {
            for json in await events.rest() { usage = Self.usage(in: json) ?? usage }
        } else {
            await events.finish()
        }
        let choice: JSONValue = [
            "message": ["content": .string(text), "refusal": message.refusal.map { .string($0) } ?? .null],
            "finish_reason": end == .length ? "length" : "stop",
        ]
        let answer: JSONValue = ["choices": [choice], "usage": usage.map { JSONValue($0) } ?? .null]
        return HTTPResponse(head: stream.head, body: JSONWriter.bytes(answer))
    }

    private static func usage(in json: JSONNode) -> JSONNode? {
        json["usage"].flatMap { $0.isNull ? nil : $0 }
    }

    /// The next event. Invalid JSON causes the same refusal as any other malformed answer.
    private func next(_ events: inout ChatEvents) async throws -> ChatEvents.Event? {
        do {
            return try await events.next()
        } catch let error as ServiceError where error.code == .protocolViolation {
            throw Refusal(error)
        }
    }

    /// The additional length allowed for reasoning before the answer, in scalars.
    private static let reasoningAllowance = 400_000
}
