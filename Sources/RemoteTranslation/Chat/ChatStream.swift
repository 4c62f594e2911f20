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

    /// The whole answer; one that did not come as events stays as it is.
    ///
    /// - Throws: `Refusal` when the answer is cut short here, `ServiceError` when it was cut short there.
    func whole(_ stream: HTTPStream) async throws -> HTTPResponse {
        guard Self.isOfEvents(stream.head) else {
            let response = try await stream.whole()
            // Some servers do not say that they send events.
            guard Self.fieldNames.contains(where: { response.body.starts(with: $0.utf8) }) else { return response }
            return try await whole(of: HTTPStream(head: stream.head, body: HTTPBody(response.body)))
        }
        return try await whole(of: stream)
    }

    private func whole(of stream: HTTPStream) async throws -> HTTPResponse {
        let body = PatientBody(stream.body, patience: patience, place: service.place)
        var events = ServerSentEvents(HTTPBody(body)).makeAsyncIterator()
        var message = ChatPieces()
        while let event = try await next(&events) {
            body.bringNews()
            if let body = try add(event, to: &message) {
                return HTTPResponse(head: stream.head, body: body)
            }
            if message.isComplete { break }
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
        await Self.finish(stream.body)
        return HTTPResponse(head: stream.head, body: message.answer)
    }

    /// The next event; what is wrong with its form is said of the service.
    private func next(_ events: inout ServerSentEvents.Iterator) async throws -> ServerSentEvent? {
        do {
            return try await events.next()
        } catch {
            let error = ServiceError(error)
            guard error.code == .limitExceeded, !error.message.contains(service.address.place) else { throw error }
            throw service.error(.limitExceeded, "sends an answer that is too large", words: error.message)
        }
    }

    /// Adds what an event brings.
    ///
    /// - Returns: A failure as the body of an answer, where the event brings that.
    private func add(_ event: ServerSentEvent, to message: inout ChatPieces) throws -> [UInt8]? {
        if event.data == "[DONE]" {
            message.isComplete = true
            return nil
        }
        let response = HTTPResponse(head: HTTPHead(status: 200), body: Array(event.data.utf8))
        if event.event == "error", service.failureJSON(response)?["error"] == nil {
            return JSONWriter.bytes(["error": .string(event.data)])
        }
        let json = try service.json(response)
        if let error = json["error"], !error.isNull { return response.body }
        message.add(json)
        return nil
    }

    /// How the first line of events may begin; no JSON does.
    private static let fieldNames = ["data:", "event:", "id:", "retry:", ":"]

    private static func isOfEvents(_ head: HTTPHead) -> Bool {
        head.headers["Content-Type"]?.lowercased().hasPrefix("text/event-stream") == true
    }

    /// Models that think aloud write their thoughts before the answer; these may be long.
    private static let roomForThought = 400_000

    /// Reads what is left of an answer, so that its connection can be used again. What does not come at once is left.
    private static func finish(_ body: HTTPBody) async {
        await withTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                do { for try await _ in body {} } catch {}
            }
            tasks.addTask { try? await Task.sleep(for: .milliseconds(250)) }
            await tasks.next()
            tasks.cancelAll()
        }
    }
}
