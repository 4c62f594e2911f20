import HTTPTransport
import JSON
import LanguageServices
import RemoteService

/// A service in use: everything that is sent to it goes through here.
final class SpeechServer: Sendable {
    let dialect: any SpeechDialect
    let remote: RemoteSession
    private let requestTime: Duration

    init(_ dialect: any SpeechDialect, remote: RemoteSession, requestTime: Duration) {
        self.dialect = dialect
        self.remote = remote
        self.requestTime = requestTime
    }

    /// The sound of a part of a text, as it comes.
    ///
    /// - Throws: What the service refuses the request with.
    func sound(of part: SpokenPart) async throws(ServiceError) -> IncomingAnswer {
        var request = dialect.request(for: part)
        // A player that is paused makes the server wait, so there is no limit for everything: see `PaceLimit`.
        request.limits = .service(requestTime, total: .some(nil), bodyBytes: Self.largestSound)
        let answer = try await open(request, characters: part.text.unicodeScalars.count)
        guard answer.head.isSuccess else { throw dialect.failure(try await answer.words()) }
        return answer
    }

    /// The whole sound of a part of a text, with the times of its characters.
    ///
    /// - Throws: What the service refuses the request with.
    func timedSound(of part: SpokenPart) async throws(ServiceError) -> TimedSound {
        guard var request = dialect.timedRequest(for: part) else {
            throw ServiceError(.unsupported, "the service does not say when each word is heard")
        }
        request.limits = .service(requestTime, total: requestTime * 4, bodyBytes: Self.largestTimedSound)
        let answer = try await open(request, characters: part.text.unicodeScalars.count)
        guard answer.head.isSuccess else { throw dialect.failure(try await answer.words()) }
        do throws(ServiceError) {
            let response = try await answer.collect()
            let limits = JSONDocument.Limits(bytes: Self.largestTimedSound, nodes: 1_000_000)
            let json = try dialect.service.document(response, limits: limits)
            return try dialect.timedSound(in: json, of: part)
        } catch {
            throw error.withUnknownOutcome
        }
    }

    /// The voices of the service; `nil` where it has no list of them.
    func voices() async throws(ServiceError) -> [VoiceDescription]? {
        guard var request = dialect.voiceRequest else { return nil }
        request.limits = .service(requestTime)
        let answer = try await open(request, characters: 0)
        guard answer.head.isSuccess else {
            let response = try await answer.words()
            // Servers that have no such list know nothing of its address.
            if [404, 405, 410, 501].contains(response.status) { return nil }
            throw dialect.failure(response)
        }
        let response = try await answer.collect()
        // A front page for everything that is not known says that there is no list either.
        if ServiceIdentity.isWebPage(response) { return nil }
        let voices = dialect.voices(in: try dialect.service.document(response))
        guard !voices.isEmpty else { throw dialect.service.malformedAnswer("without voices") }
        return voices
    }

    /// Sends a request; the one place where anything is sent.
    ///
    /// - Parameter characters: How many characters of the user's texts are in it.
    private func open(_ request: HTTPRequest, characters: Int) async throws(ServiceError) -> IncomingAnswer {
        try remote.checkOpen()
        return try await remote.send(request, characters: characters) { stream, pass in
            IncomingAnswer(stream, pass: pass)
        }
    }

    /// Ten minutes at 48,000 Hz, as text.
    private static let largestTimedSound = 80 << 20

    /// More than any request gives: an hour and a half at 48,000 Hz.
    private static let largestSound = 512 << 20
}

/// An answer that is coming in, and the right to have it: its request is under way until it has been read, or dropped.
struct IncomingAnswer: Sendable {
    /// The head, which is there.
    let head: HTTPHead

    private let body: HTTPBody
    private let pass: RequestPermit

    init(_ stream: HTTPStream, pass: RequestPermit) {
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

    /// The rest of it.
    func whole() async throws(ServiceError) -> HTTPResponse {
        var bytes: [UInt8] = []
        while let piece = try await next() { bytes += piece }
        return HTTPResponse(head: head, body: bytes)
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
