import HTTPTransport
import JSON
import LanguageServices
import RemoteService
import Synchronization

/// A service in use: everything that is sent to it goes through here.
final class SpeechServer: Sendable {
    let dialect: any SpeechDialect
    let transport: any HTTPTransport
    private let requestTime: Duration
    private let state = Mutex(false)

    init(_ dialect: any SpeechDialect, transport: any HTTPTransport, requestTime: Duration) {
        self.dialect = dialect
        self.transport = transport
        self.requestTime = requestTime
    }

    func shutDown() { state.withLock { $0 = true } }

    func checkOpen() throws(ServiceError) {
        guard state.withLock({ $0 }) else { return }
        throw ServiceError(.unavailable, "the provider has been shut down", remedy: "make another one")
    }

    /// The sound of a part of a text, as it comes.
    ///
    /// - Throws: What the service refuses the request with.
    func sound(of part: SpokenPart) async throws(ServiceError) -> HTTPStream {
        var request = dialect.request(for: part)
        // A player that is paused makes the server wait, so there is no limit for everything: see `PaceLimit`.
        request.limits = HTTPLimits(
            connect: min(.seconds(10), requestTime),
            firstByte: requestTime,
            idle: min(.seconds(30), requestTime),
            total: nil,
            bodyBytes: Self.largestSound,
            redirects: 5
        )
        let stream = try await open(request, characters: part.text.unicodeScalars.count)
        guard stream.head.isSuccess else {
            throw dialect.failure(HTTPResponse(head: stream.head, body: try await Self.words(of: stream.body)))
        }
        return stream
    }

    /// The voices of the service; `nil` where it has no list of them.
    func voices() async throws(ServiceError) -> [VoiceDescription]? {
        guard var request = dialect.voiceRequest else { return nil }
        request.limits = HTTPLimits(
            connect: min(.seconds(10), requestTime),
            firstByte: requestTime,
            idle: min(.seconds(30), requestTime),
            total: requestTime,
            bodyBytes: 16 << 20,
            redirects: 5
        )
        let stream = try await open(request, characters: 0)
        guard stream.head.isSuccess else {
            let response = HTTPResponse(head: stream.head, body: try await Self.words(of: stream.body))
            // Servers that have no such list know nothing of its address.
            if [404, 405, 410, 501].contains(response.status) { return nil }
            throw dialect.failure(response)
        }
        var body: [UInt8] = []
        do {
            for try await piece in stream.body { body += piece }
        } catch {
            throw ServiceError(error)
        }
        let response = HTTPResponse(head: stream.head, body: body)
        // A front page for everything that is not known says that there is no list either.
        if ServiceIdentity.isWebPage(response) { return nil }
        let voices = dialect.voices(in: try dialect.service.document(response))
        guard !voices.isEmpty else { throw dialect.service.misshapenAnswer("without voices") }
        return voices
    }

    /// Sends a request; the one place where anything is sent.
    ///
    /// - Parameter characters: How many characters of the user's texts are in it.
    private func open(_ request: HTTPRequest, characters: Int) async throws(ServiceError) -> HTTPStream {
        try checkOpen()
        do {
            return try await transport.stream(request)
        } catch {
            throw ServiceError(error)
        }
    }

    /// What stands in an answer that is no sound, as far as it matters.
    static func words(of body: HTTPBody) async throws(ServiceError) -> [UInt8] {
        var bytes: [UInt8] = []
        do {
            for try await piece in body {
                bytes += piece
                if bytes.count > 64 << 10 { break }
            }
        } catch {
            let error = ServiceError(error)
            // The status says enough when its explanation is lost.
            guard error.code != .cancelled else { throw error }
        }
        return bytes
    }

    /// More than any request gives: an hour and a half at 48,000 Hz.
    private static let largestSound = 512 << 20
}
