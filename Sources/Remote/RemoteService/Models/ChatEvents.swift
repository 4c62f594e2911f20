package import HTTPTransport
package import JSON
import LanguageServices
import Synchronization

/// A model's streamed answer, as a sequence of JSON values.
///
/// The format is server-sent events (HTML §9.2), NDJSON, or a single JSON value if the server does not stream. An error
/// in the middle of an answer whose status indicated success is reported as a failure.
package struct ChatEvents: Sendable {
    /// An event of the answer.
    package enum Event: Sendable {
        /// A JSON value of the answer.
        case piece(JSONNode)
        /// An error, in the form of a server response.
        case failure(HTTPResponse)
        /// The server's end marker.
        case end
    }

    private enum Reading: Sendable {
        case events(ServerSentEvents.Iterator)
        case lines(HTTPBodyLines.Iterator)
        case whole(HTTPBody)
        /// The answer was a single value, which has already been returned.
        case given
        case over
    }

    private let service: ServiceIdentity
    private let head: HTTPHead
    private let body: IdleTimeoutBody
    private let rest: HTTPBody
    private var reading: Reading

    /// Reads an answer with a success status.
    ///
    /// - Parameters:
    ///   - stream: The answer.
    ///   - service: The service.
    ///   - idleTimeout: The maximum time without an event. Keep-alive comments do not count as events.
    ///   - readsLines: Whether the service sends NDJSON.
    package init(_ stream: HTTPStream, of service: ServiceIdentity, idleTimeout: Duration, readsLines: Bool = false) {
        self.service = service
        head = stream.head
        rest = stream.body
        body = IdleTimeoutBody(stream.body, idleTimeout: idleTimeout, place: service.place)
        let type = stream.head.headers["Content-Type"]?.lowercased() ?? ""
        if type.hasPrefix("text/event-stream") {
            reading = .events(ServerSentEvents(HTTPBody(body)).makeAsyncIterator())
        } else if readsLines {
            reading = .lines(HTTPBodyLines(HTTPBody(body)).makeAsyncIterator())
        } else {
            reading = .whole(stream.body)
        }
    }

    /// The next event; `nil` at the end of the answer.
    ///
    /// - Throws: `ServiceError`: errors from the transport, and `protocolViolation` for invalid JSON.
    package mutating func next() async throws -> Event? {
        while true {
            do {
                switch reading {
                case .events(var events):
                    guard let event = try await events.next() else { return nil }
                    reading = .events(events)
                    body.recordProgress()
                    return try read(event)
                case .lines(var lines):
                    guard let line = try await lines.next() else { return nil }
                    reading = .lines(lines)
                    body.recordProgress()
                    return try read(line)
                case .whole(let whole):
                    reading = .over
                    let bytes: [UInt8]
                    do {
                        bytes = try await HTTPStream(head: head, body: whole).collect().body
                    } catch {
                        throw BodyFailure(error: ServiceError(error))
                    }
                    // Some servers send events without declaring the content type.
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

    /// Reads the remaining available bytes of an answer, so the connection can be reused.
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

    /// Like ``finish()``, but returns the values at the end of an answer, such as token counts.
    ///
    /// - Returns: The remaining values; empty if they were not all available.
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

    /// Adds the service to the error for an oversized event; the body reader does not know the service.
    private func attributed(_ error: ServiceError) -> ServiceError {
        guard error.code == .limitExceeded else { return error }
        return service.error(.limitExceeded, "sent an answer that is too large", words: error.message)
    }

    /// The possible prefixes of the first line of an event stream; JSON never starts with these.
    private static let fieldNames = ["data:", "event:", "id:", "retry:", ":"]
}

/// A body that fails if bytes keep arriving for too long without progress. Its reader reports the progress.
///
/// If no bytes arrive, the transport's own limit applies.
final class IdleTimeoutBody: HTTPBodySource {
    private let body: HTTPBody
    private let idleTimeout: Duration
    private let place: String
    private let last: Mutex<ContinuousClock.Instant>

    /// - Parameters:
    ///   - idleTimeout: The maximum time without progress.
    ///   - place: The service's name, for the error.
    init(_ body: HTTPBody, idleTimeout: Duration, place: String) {
        self.body = body
        self.idleTimeout = idleTimeout
        self.place = place
        last = Mutex(.now)
    }

    /// Records progress.
    func recordProgress() { last.withLock { $0 = .now } }

    func next() async throws -> [UInt8]? {
        var pieces = body.makeAsyncIterator()
        let piece: [UInt8]?
        do { piece = try await pieces.next() } catch { throw BodyFailure(error: ServiceError(error)) }
        guard ContinuousClock.now - last.withLock({ $0 }) <= idleTimeout else {
            let error = ServiceError(.timedOut, "\(place) sent only keep-alive messages for \(idleTimeout)")
            throw BodyFailure(error: error.withUnknownOutcome)
        }
        return piece
    }
}

/// An error from reading the body. Unlike an error in the content, it already names the service.
private struct BodyFailure: Error {
    let error: ServiceError
}
