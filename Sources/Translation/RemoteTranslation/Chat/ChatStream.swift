import HTTPTransport
import JSON
import LanguageServices
import RemoteService

/// Reads the answer of a model while it is written, and puts it together as if it had come whole.
///
/// What comes are server-sent events (HTML §9.2), each with a piece of the message, and at the end one that says why it
/// ended. An answer that is far longer than translations of the texts can be is not waited for.
struct ChatStream {
    let service: ServiceIdentity

    /// How many scalars the message may have.
    let room: Int

    /// How long no event may come; comments, by which servers keep a connection open, are none.
    let patience: Duration

    /// Whether the number of tokens is waited for, which comes behind the end of the message.
    var readsCount = false

    /// The whole answer, as if it had come in one piece.
    ///
    /// - Throws: `Refusal` when the answer is cut short here, `ServiceError` when it was cut short there.
    func whole(_ stream: HTTPStream) async throws -> HTTPResponse {
        var events = ChatEvents(stream, of: service, idleTimeout: patience)
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
            guard message.count <= room + (message.isThinking ? Self.roomForThought : 0) else {
                throw Refusal(
                    service.error(
                        .protocolViolation,
                        "writes far more than translations of the texts",
                        remedy: "take a model that keeps to a schema"
                    ),
                    .smaller()
                )
            }
        }
        guard hasBegun else { throw service.misshapen("without a message") }
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

    /// The next event; what is no JSON is refused as other answers are that have not the form they should have.
    private func next(_ events: inout ChatEvents) async throws -> ChatEvents.Event? {
        do {
            return try await events.next()
        } catch let error as ServiceError where error.code == .protocolViolation {
            throw Refusal(error)
        }
    }

    /// Models that think aloud write their thoughts before the answer; these may be long.
    private static let roomForThought = 400_000
}
