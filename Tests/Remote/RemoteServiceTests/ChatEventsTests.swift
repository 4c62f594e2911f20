import HTTPTransport
import LanguageServices
import RemoteService
import Synchronization
import Testing

/// A body of several chunks that then fails.
private final class FailingBody: HTTPBodySource {
    private let pieces: Mutex<ArraySlice<[UInt8]>>
    private let error: ServiceError

    init(_ pieces: [[UInt8]], _ error: ServiceError) {
        self.pieces = Mutex(pieces[...])
        self.error = error
    }

    func next() async throws -> [UInt8]? {
        guard let piece = pieces.withLock({ $0.popFirst() }) else { throw error }
        return piece
    }
}

/// Which side is at fault if a response cannot be read completely.
struct ChatEventsTests {
    private let service: ServiceIdentity

    init() throws {
        service = ServiceIdentity(name: "the model m", address: try ServiceAddress("http://127.0.0.1:1/v1"), key: nil)
    }

    private func events(_ body: HTTPBody, type: String, readsLines: Bool = false) -> ChatEvents {
        let head = HTTPHead(status: 200, headers: ["Content-Type": type])
        return ChatEvents(
            HTTPStream(head: head, body: body),
            of: service,
            idleTimeout: .seconds(60),
            readsLines: readsLines
        )
    }

    private static let forms = [
        ("text/event-stream", false), ("application/x-ndjson", true), ("application/json", false),
    ]

    /// After a redirect, the response may come from another host than the configured one.
    @Test(arguments: forms, [ServiceError.Code.limitExceeded, .network])
    func aFailureOfTheBodyIsKept(_ form: (type: String, readsLines: Bool), _ code: ServiceError.Code) async throws {
        let failure = ServiceError(
            code,
            "the response from http://elsewhere.example is larger than 10 bytes",
            remedy: "do"
        )
        var events = events(HTTPBody(FailingBody([], failure)), type: form.type, readsLines: form.readsLines)
        let error = await #expect(throws: ServiceError.self) { _ = try await events.next() }
        #expect(error == failure)
    }

    @Test(arguments: forms.dropLast())
    func anOverlongLineIsTheServicesFault(_ form: (type: String, readsLines: Bool)) async throws {
        let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
        let body = FailingBody(Array(repeating: piece, count: 8), ServiceError(.network, "too far"))
        var events = events(HTTPBody(body), type: form.type, readsLines: form.readsLines)
        let error = await #expect(throws: ServiceError.self) {
            while try await events.next() != nil {}
        }
        #expect(error?.code == .limitExceeded)
        #expect(error?.message.hasPrefix(service.place) == true, "\(String(describing: error))")
    }
}
