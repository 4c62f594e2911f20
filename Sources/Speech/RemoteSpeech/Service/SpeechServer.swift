import HTTPTransport
import JSON
import LanguageServices
import RemoteService

/// A connection to a service. All requests are sent through it.
final class SpeechServer: Sendable {
    let dialect: any SpeechDialect
    let remote: RemoteSession
    private let requestTime: Duration

    init(_ dialect: any SpeechDialect, remote: RemoteSession, requestTime: Duration) {
        self.dialect = dialect
        self.remote = remote
        self.requestTime = requestTime
    }

    /// The audio for a part of a text, as it arrives.
    ///
    /// - Throws: The service's error if it rejects the request.
    func sound(of part: SpokenPart) async throws(ServiceError) -> IncomingAnswer {
        var request = dialect.request(for: part)
        // While playback is paused, the server has to wait, so the total time is unlimited; see `PaceLimit`.
        request.limits = .service(requestTime, total: .some(nil), bodyBytes: Self.maximumSoundSize)
        let answer = try await open(request, characters: part.text.unicodeScalars.count)
        guard answer.head.isSuccess else { throw dialect.failure(try await answer.words()) }
        return answer
    }

    /// The complete audio for a part of a text, with timestamps per character.
    ///
    /// - Throws: The service's error if it rejects the request.
    func timedSound(of part: SpokenPart) async throws(ServiceError) -> TimedSound {
        guard var request = dialect.timedRequest(for: part) else {
            throw ServiceError(.unsupported, "the service does not report when each word is spoken")
        }
        request.limits = .service(requestTime, total: requestTime * 4, bodyBytes: Self.maximumTimedSoundSize)
        let answer = try await open(request, characters: part.text.unicodeScalars.count)
        guard answer.head.isSuccess else { throw dialect.failure(try await answer.words()) }
        do throws(ServiceError) {
            let response = try await answer.collect()
            let limits = JSONDocument.Limits(bytes: Self.maximumTimedSoundSize, nodes: 1_000_000)
            let json = try dialect.service.document(response, limits: limits)
            return try dialect.timedSound(in: json, of: part)
        } catch {
            throw error.withUnknownOutcome
        }
    }

    /// The service's voices; `nil` if the service has no list.
    func voices() async throws(ServiceError) -> [VoiceDescription]? {
        guard var request = dialect.voiceRequest else { return nil }
        request.limits = .service(requestTime)
        let answer = try await open(request, characters: 0)
        guard answer.head.isSuccess else {
            let response = try await answer.words()
            // Servers without a voice list reject its path with one of these statuses.
            if [404, 405, 410, 501].contains(response.status) { return nil }
            throw dialect.failure(response)
        }
        let response = try await answer.collect()
        // Some servers respond to unknown paths with a web page, which also means that there is no list.
        if ServiceIdentity.isWebPage(response) { return nil }
        let voices = dialect.voices(in: try dialect.service.document(response))
        guard !voices.isEmpty else { throw dialect.service.malformedAnswer("without voices") }
        return voices
    }

    /// Sends a request; all requests go through this method.
    ///
    /// - Parameter characters: The number of characters of user text in the request.
    private func open(_ request: HTTPRequest, characters: Int) async throws(ServiceError) -> IncomingAnswer {
        try remote.checkOpen()
        return try await remote.send(request, characters: characters) { stream, pass in
            IncomingAnswer(stream, pass: pass)
        }
    }

    /// The size of ten minutes of audio at 48,000 Hz, in Base64.
    private static let maximumTimedSoundSize = 80 << 20

    /// The size of an hour and a half of audio at 48,000 Hz, which is more than any request produces.
    private static let maximumSoundSize = 512 << 20
}

/// A response that is being received. It keeps the request's permit until it has been read completely or released.
struct IncomingAnswer: Sendable {
    /// The head of the response.
    let head: HTTPHead

    private let body: HTTPBody
    private let pass: RequestPermit

    init(_ stream: HTTPStream, pass: RequestPermit) {
        head = stream.head
        body = stream.body
        self.pass = pass
    }

    /// The next chunk of the body; `nil` at the end.
    func next() async throws(ServiceError) -> [UInt8]? {
        // The body keeps the read position, so a new iterator continues there.
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

    /// The complete response, including the remaining body.
    func collect() async throws(ServiceError) -> HTTPResponse {
        var bytes: [UInt8] = []
        while let piece = try await next() { bytes += piece }
        return HTTPResponse(head: head, body: bytes)
    }

    /// The response with the start of its body, as far as it is relevant for an error message.
    func words() async throws(ServiceError) -> HTTPResponse {
        var bytes: [UInt8] = []
        do throws(ServiceError) {
            while bytes.count <= Self.maximumErrorSize, let piece = try await next() { bytes += piece }
        } catch {
            // If the body cannot be read, report the status alone.
            guard error.code != .cancelled else { throw error }
        }
        pass.end()
        return HTTPResponse(head: head, body: bytes)
    }

    private static let maximumErrorSize = 64 << 10
}
