import HTTPTransport
import JSON
import LanguageServices
import RemoteService

/// The API of a service: its requests and responses. A dialect does not send anything itself.
protocol SpeechDialect: Sendable {
    /// The service.
    var service: ServiceIdentity { get }

    /// The settings, other than the request, that affect the audio: the model and the instructions.
    var version: String { get }

    /// The speeds that the service supports, as multiples of normal speed.
    var speeds: ClosedRange<Double> { get }

    /// The maximum number of Unicode scalars per request.
    var textLimit: Int { get }

    /// The requested format, which applies unless a response describes its own.
    var form: SoundForm { get }

    /// A request to speak a text.
    func request(for part: SpokenPart) -> HTTPRequest

    /// The kinds of marks that the service's timestamps support.
    var marks: Set<SpeechMark.Kind> { get }

    /// A request to speak a text with timestamps per character; `nil` if the service does not support it.
    func timedRequest(for part: SpokenPart) -> HTTPRequest?

    /// The audio in the response to ``timedRequest(for:)``.
    func timedSound(in answer: JSONNode, of part: SpokenPart) throws(ServiceError) -> TimedSound

    /// The error for an unsuccessful response.
    func failure(_ response: HTTPResponse) -> ServiceError

    // MARK: Voices

    /// The request for the service's voices; `nil` if the service has no list.
    var voiceRequest: HTTPRequest? { get }

    /// The voices that are known without a request.
    var knownVoices: [VoiceDescription] { get }

    /// The languages to assume for voices whose languages are unknown.
    var languages: [LanguageTag] { get }

    /// Whether each of the service's voices speaks all ``languages`` in addition to its own.
    var isMultilingual: Bool { get }

    /// The voices in the response to ``voiceRequest``.
    func voices(in list: JSONNode) -> [VoiceDescription]
}

/// The text of one request, and how it is to be spoken.
struct SpokenPart: Sendable, Hashable {
    /// The text.
    var text: String

    /// For each Unicode scalar in ``text``, its range in the original text.
    var sourceRanges: [Range<Int>] = []

    /// The id of the voice.
    var voice: String

    /// The language, if known.
    var language: LanguageTag?

    /// The speed, within the service's range; 1 is normal.
    var speed = 1.0
}

extension SpeechDialect {
    var marks: Set<SpeechMark.Kind> { [] }
    func timedRequest(for part: SpokenPart) -> HTTPRequest? { nil }
    func timedSound(in answer: JSONNode, of part: SpokenPart) throws(ServiceError) -> TimedSound {
        throw service.malformedAnswer("without times")
    }
}

extension SpeechDialect {
    /// The error for a successful response that contains text instead of audio.
    ///
    /// Proxies may send status 200 even though the actual server then fails.
    func textInsteadOfSound(_ response: HTTPResponse) -> ServiceError {
        if ServiceIdentity.isWebPage(response) { return service.webPage }
        let json = service.failureJSON(response)
        let code = json?["error"]?["code"]?.number?.int ?? json?["status"]?.number?.int
        if let status = code, 400..<600 ~= status {
            let head = HTTPHead(status: status, headers: response.head.headers, url: response.head.url)
            return failure(HTTPResponse(head: head, body: response.body))
        }
        let text = ServerErrorText.message(in: json) ?? String(decoding: response.body.prefix(400), as: UTF8.self)
        return service.error(
            json?["error"] == nil ? .protocolViolation : .providerFailed,
            "sends text instead of sound",
            words: text,
            remedy: "check 'url', and that 'dialect' matches the service"
        )
    }
}

extension ServiceIdentity {
    /// The error for an unknown voice.
    func noVoice(words: String?) -> ServiceError {
        error(
            .unsupported,
            "does not have the voice",
            words: words,
            remedy: "'parlance voices' lists the available voices; to override the list, set the provider's 'voices'"
        )
    }

    /// The error for a part that exceeds the service's limit.
    func textTooLong(words: String?) -> ServiceError {
        error(
            .limitExceeded,
            "does not accept a text of this size",
            words: words,
            remedy: "lower the provider's 'textLimit'"
        )
    }
}
