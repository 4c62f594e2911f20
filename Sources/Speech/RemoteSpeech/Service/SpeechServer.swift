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
            var body: [UInt8] = []
            while let piece = try await answer.next() { body += piece }
            let response = HTTPResponse(head: answer.head, body: body)
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
        var body: [UInt8] = []
        while let piece = try await answer.next() { body += piece }
        let response = HTTPResponse(head: answer.head, body: body)
        // A front page for everything that is not known says that there is no list either.
        if ServiceIdentity.isWebPage(response) { return nil }
        let voices = dialect.voices(in: try dialect.service.document(response))
        guard !voices.isEmpty else { throw dialect.service.misshapenAnswer("without voices") }
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
