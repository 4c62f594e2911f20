import HTTPTransport
import LanguageServices

/// An answer that is coming in, and the right to have it: its request is under way until it has been read, or dropped.
struct IncomingAnswer: Sendable {
    /// The head, which is there.
    let head: HTTPHead

    private let body: HTTPBody
    private let pass: RequestPass

    init(_ stream: HTTPStream, pass: RequestPass) {
        head = stream.head
        body = stream.body
        self.pass = pass
    }

    /// The next piece of the body; `nil` at the end.
    func next() async throws(ServiceError) -> [UInt8]? {
        // The source of a body knows how far it has been read.
        var pieces = body.makeAsyncIterator()
        do {
            let piece = try await pieces.next()
            if piece == nil { pass.end() }
            return piece
        } catch {
            await pass.end(after: error)
            throw ServiceError(error)
        }
    }

    /// The answer with what stands in it, as far as it matters, when it is no sound.
    func words() async throws(ServiceError) -> HTTPResponse {
        var bytes: [UInt8] = []
        do throws(ServiceError) {
            while bytes.count <= Self.longestWords, let piece = try await next() { bytes += piece }
        } catch {
            // The status says enough when its explanation is lost.
            guard error.code != .cancelled else { throw error }
        }
        pass.end()
        return HTTPResponse(head: head, body: bytes)
    }

    private static let longestWords = 64 << 10
}
