import HTTPTransport
import JSON
import LanguageServices
import RemoteService

/// How a service is spoken with: what its requests and its answers look like. It sends nothing itself.
protocol SpeechDialect: Sendable {
    /// Who is asked.
    var service: ServiceIdentity { get }

    /// What changes the sound beside the request: the model, the instructions.
    var version: String { get }

    /// The speeds that the service makes itself, as multiples of normal speed.
    var speeds: ClosedRange<Double> { get }

    /// How many Unicode scalars a request may have.
    var textLimit: Int { get }

    /// What is asked for: the sound of a request that says of itself nothing else.
    var form: SoundForm { get }

    /// A request for the sound of a text.
    func request(for part: SpokenPart) -> HTTPRequest

    /// The marks that the service knows enough for.
    var marks: Set<SpeechMark.Kind> { get }

    /// A request for the sound of a text with the times of its characters; `nil` where the service has no such thing.
    func timedRequest(for part: SpokenPart) -> HTTPRequest?

    /// The sound in an answer to ``timedRequest(for:)``.
    func timedSound(in answer: JSONNode, of part: SpokenPart) throws(ServiceError) -> TimedSound

    /// What an answer with another status than a good one means.
    func failure(_ response: HTTPResponse) -> ServiceError

    // MARK: Voices

    /// The request for the voices of the service; `nil` where it has no list.
    var voiceRequest: HTTPRequest? { get }

    /// The voices that are known without asking.
    var knownVoices: [VoiceDescription] { get }

    /// The languages of voices of which nothing is said.
    var languages: [LanguageTag] { get }

    /// Whether every voice of the service speaks all ``languages``, beside its own.
    var isMultilingual: Bool { get }

    /// The voices in an answer to ``voiceRequest``.
    func voices(in list: JSONNode) -> [VoiceDescription]
}

/// A text that goes into one request, and how it is to be spoken.
struct SpokenPart: Sendable, Hashable {
    /// The text.
    var text: String

    /// Where each Unicode scalar of the text stands in the text of the request.
    var places: [Range<Int>] = []

    /// The voice, by its id.
    var voice: String

    /// The language, where it is known.
    var language: LanguageTag?

    /// How fast, within what the service can do; 1 is normal.
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
    /// What it means that a service answers with words although it says that it has succeeded.
    ///
    /// Servers that pass requests on say 200 first, and then that something failed.
    func wordsInsteadOfSound(_ response: HTTPResponse) -> ServiceError {
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
            "answers with words instead of sound",
            words: text,
            remedy: "check the url, and that the service is the one that 'dialect' names"
        )
    }
}

extension ServiceIdentity {
    /// A voice that is not there.
    func noVoice(words: String?) -> ServiceError {
        error(
            .unsupported,
            "does not have the voice",
            words: words,
            remedy: "'parlance voices' lists what there is; 'voices' of the provider tells it otherwise"
        )
    }

    /// A part of a text that was larger than the service takes.
    func textTooLong(words: String?) -> ServiceError {
        error(
            .limitExceeded,
            "takes no text of this size",
            words: words,
            remedy: "set 'textLimit' of the provider lower"
        )
    }
}
