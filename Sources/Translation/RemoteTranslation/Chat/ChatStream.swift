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
        var events = ChatEvents(stream, of: service, patience: patience)
        var message = ChatPieces()
        reading: while !message.isComplete {
            switch try await next(&events) {
            case .failure(let response)?: return response
            case .end?: message.isComplete = true
            case .piece(let json)?: message.add(json)
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
        guard message.hasBegun else { throw service.misshapen("without a message") }
        if !message.isComplete {
            var error = service.error(.network, "broke off its answer", remedy: "try again later")
            error.mayHaveBeenDone = true
            throw error
        }
        if readsCount {
            for json in await events.rest() { message.addUsage(json) }
        } else {
            await events.finish()
        }
        return HTTPResponse(head: stream.head, body: message.answer)
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
