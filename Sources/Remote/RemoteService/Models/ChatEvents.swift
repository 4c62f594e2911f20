package import HTTPTransport
package import JSON
import LanguageServices
import Synchronization

/// The answer of a model as it comes: pieces of JSON, one after the other.
///
/// What comes are server-sent events (HTML §9.2), the lines of NDJSON, or one piece of JSON when the server does not send its
/// answer while it writes it. What servers say instead of an answer, in the middle of one that began with a good status, is told
/// apart.
package struct ChatEvents: Sendable {
    /// What came next.
    package enum Event: Sendable {
        /// A piece of the answer.
        case piece(JSONNode)
        /// A failure, as the answer of a server.
        case failure(HTTPResponse)
        /// The end that the server has announced.
        case end
    }

    private enum Reading: Sendable {
        case events(ServerSentEvents.Iterator)
        case lines(LinesOfBody.Iterator)
        case whole(HTTPBody)
        /// The answer came in one piece, which has been given.
        case given
        case over
    }

    private let service: ServiceIdentity
    private let head: HTTPHead
    private let body: PatientBody
    private let rest: HTTPBody
    private var reading: Reading

    /// Reads an answer with a good status.
    ///
    /// - Parameters:
    ///   - stream: The answer.
    ///   - service: Who gives it.
    ///   - patience: How long no event may come; comments, by which servers keep a connection open, are none.
    ///   - readsLines: Whether the service sends NDJSON.
    package init(_ stream: HTTPStream, of service: ServiceIdentity, patience: Duration, readsLines: Bool = false) {
        self.service = service
        head = stream.head
        rest = stream.body
        body = PatientBody(stream.body, patience: patience, place: service.place)
        let type = stream.head.headers["Content-Type"]?.lowercased() ?? ""
        if type.hasPrefix("text/event-stream") {
            reading = .events(ServerSentEvents(HTTPBody(body)).makeAsyncIterator())
        } else if readsLines {
            reading = .lines(LinesOfBody(HTTPBody(body)).makeAsyncIterator())
        } else {
            reading = .whole(stream.body)
        }
    }

    /// The next event; `nil` at the end of the answer.
    ///
    /// - Throws: `ServiceError`: what the transport throws, and `protocolViolation` for what is no JSON.
    package mutating func next() async throws -> Event? {
        while true {
            do {
                switch reading {
                case .events(var events):
                    guard let event = try await events.next() else { return nil }
                    reading = .events(events)
                    body.bringNews()
                    return try read(event)
                case .lines(var lines):
                    guard let line = try await lines.next() else { return nil }
                    reading = .lines(lines)
                    body.bringNews()
                    return try read(line)
                case .whole(let whole):
                    reading = .over
                    let bytes: [UInt8]
                    do {
                        bytes = try await HTTPStream(head: head, body: whole).whole().body
                    } catch {
                        throw BodyFailure(error: ServiceError(error))
                    }
                    // Some servers do not say that they send events.
                    guard Self.fieldNames.contains(where: { bytes.starts(with: $0.utf8) }) else {
                        reading = .given
                        return try read(bytes)
                    }
                    reading = .events(ServerSentEvents(HTTPBody(bytes)).makeAsyncIterator())
                case .given:
                    reading = .over
                    return .end
                case .over: return nil
                }
            } catch let failure as BodyFailure {
                reading = .over
                throw failure.error
            } catch {
                reading = .over
                throw attributed(ServiceError(error))
            }
        }
    }

    /// Reads what is left of an answer, so that its connection can be used again. What does not come at once is left.
    package func finish() async {
        await withTaskGroup(of: Void.self) { [rest] tasks in
            tasks.addTask {
                do { for try await _ in rest {} } catch {}
            }
            tasks.addTask { try? await Task.sleep(for: .milliseconds(250)) }
            await tasks.next()
            tasks.cancelAll()
        }
    }

    /// Reads what is left of an answer as ``finish()`` does, for what a server says at its end.
    ///
    /// - Returns: The pieces that still came; none when not all came at once.
    package func rest() async -> [JSONNode] {
        await withTaskGroup(of: [JSONNode]?.self) { [self] tasks in
            tasks.addTask {
                var events = self
                var pieces: [JSONNode] = []
                do {
                    while let event = try await events.next() {
                        if case .piece(let json) = event, pieces.count < 1000 { pieces.append(json) }
                    }
                } catch {
                    return pieces
                }
                return pieces
            }
            tasks.addTask {
                try? await Task.sleep(for: .milliseconds(250))
                return nil
            }
            let first = await tasks.next() ?? nil
            tasks.cancelAll()
            return first ?? []
        }
    }

    // MARK: Parts

    private func read(_ event: ServerSentEvent) throws(ServiceError) -> Event {
        if event.data == "[DONE]" { return .end }
        let bytes = Array(event.data.utf8)
        if event.event == "error", service.failureJSON(HTTPResponse(head: head, body: bytes))?["error"] == nil {
            return .failure(HTTPResponse(head: head, body: JSONWriter.bytes(["error": .string(event.data)])))
        }
        return try read(bytes)
    }

    private func read(_ bytes: [UInt8]) throws(ServiceError) -> Event {
        let response = HTTPResponse(head: head, body: bytes)
        let json = try service.document(response)
        if let error = json["error"], !error.isNull { return .failure(response) }
        return .piece(json)
    }

    /// An event that is too large is the service's fault, which its reader does not know.
    private func attributed(_ error: ServiceError) -> ServiceError {
        guard error.code == .limitExceeded else { return error }
        return service.error(.limitExceeded, "sends an answer that is too large", words: error.message)
    }

    /// How the first line of events may begin; no JSON does.
    private static let fieldNames = ["data:", "event:", "id:", "retry:", ":"]
}

/// A body that ends with an error when bytes keep coming, but for too long nothing that its reader calls news.
///
/// When no bytes come at all, the transport's own limit ends it.
final class PatientBody: HTTPBodySource {
    private let body: HTTPBody
    private let patience: Duration
    private let place: String
    private let last: Mutex<ContinuousClock.Instant>

    /// - Parameters:
    ///   - patience: How long there may be no news.
    ///   - place: Who is to be named in the error.
    init(_ body: HTTPBody, patience: Duration, place: String) {
        self.body = body
        self.patience = patience
        self.place = place
        last = Mutex(.now)
    }

    /// There is news.
    func bringNews() { last.withLock { $0 = .now } }

    func next() async throws -> [UInt8]? {
        var pieces = body.makeAsyncIterator()
        let piece: [UInt8]?
        do { piece = try await pieces.next() } catch { throw BodyFailure(error: ServiceError(error)) }
        guard ContinuousClock.now - last.withLock({ $0 }) <= patience else {
            let error = ServiceError(.timedOut, "\(place) sent nothing but signs of life for \(patience)")
            throw BodyFailure(error: error.withUnknownOutcome)
        }
        return piece
    }
}

/// A failure of the body itself, which says already whose it is, and not of what was read from it.
private struct BodyFailure: Error {
    let error: ServiceError
}
