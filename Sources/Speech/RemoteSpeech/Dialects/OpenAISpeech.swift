import HTTPTransport
import JSON
import LanguageServices
import RemoteService

/// The dialect for OpenAI's speech API: `POST /v1/audio/speech`.
///
/// OpenAI's API has no list of voices, but many compatible servers have one at `/v1/audio/voices`.
struct OpenAISpeech: SpeechDialect {
    let service: ServiceIdentity
    let form: SoundForm
    let textLimit: Int
    let speeds: ClosedRange<Double>
    private let model: String
    private let format: RemoteSpeechSettings.Format
    private let instructions: String?
    /// Whether the server is OpenAI itself.
    private let isOriginal: Bool

    static let defaultAddress = "https://api.openai.com/v1"

    init(_ address: ServiceAddress, _ settings: RemoteSpeechSettings) {
        model = settings.model ?? "tts-1"
        service = ServiceIdentity(name: "the speech model \(model)", address: address, key: settings.key)
        format = settings.format ?? .wav
        form =
            format == .pcm ? .samples(AudioFormat(sampleRate: settings.sampleRate ?? 24_000)) : .file
        textLimit = settings.textLimit ?? 4096
        instructions = settings.instructions
        isOriginal = address.text == Self.defaultAddress || address.place == "https://api.openai.com"
        // Models that accept instructions treat the speed only as a hint.
        let affectsSpeed = settings.affectsSpeed ?? !model.hasPrefix("gpt-")
        speeds = affectsSpeed ? 0.25...4 : 1...1
    }

    var version: String {
        [model, format.rawValue, instructions.map(StableHash.hexadecimal) ?? ""].filter { !$0.isEmpty }
            .joined(separator: " ")
    }

    private var path: String { service.openAIAddress("/audio") }

    func request(for part: SpokenPart) -> HTTPRequest {
        var members: [(String, JSONValue)] = [
            ("model", .string(model)), ("input", .string(part.text)), ("voice", .string(part.voice)),
            ("response_format", .string(format.rawValue)),
        ]
        if part.speed != 1 { members.append(("speed", .number(part.speed))) }
        if let instructions {
            let text = instructions.replacing("{language}", with: part.language?.text ?? "the language of the text")
            members.append(("instructions", .string(text)))
        }
        return service.post(
            path + "/speech",
            members,
            headers: ["Accept": "audio/*, application/json"],
            secretHeaders: service.bearer
        )
    }

    func failure(_ response: HTTPResponse) -> ServiceError {
        let json = service.failureJSON(response)
        let words = ServerErrorText.message(in: json)
        let error = json?["error"]
        let kinds = [error?["code"]?.string, error?["type"]?.string].compactMap { $0 }
        let folded = words?.lowercased() ?? ""
        if kinds.contains(where: Self.spent.contains) { return service.spent(response, words: words) }
        let isTooLarge = kinds.contains("string_above_max_length") || folded.contains("too long")
        if [400, 413, 422].contains(response.status), isTooLarge { return service.textTooLong(words: words) }
        if [400, 404, 422, 500].contains(response.status),
            error?["param"]?.string == "voice" || folded.contains("voice")
        {
            return service.noVoice(words: words)
        }
        if [400, 422].contains(response.status), Self.rejectsSpeed(json, folded) {
            return service.error(
                .unsupported,
                "does not support this speed",
                words: words,
                remedy: "set the provider's 'affectsSpeed' to false to change the speed locally"
            )
        }
        if response.status == 404 && json != nil || response.status == 400 && folded.contains("model") {
            return service.error(
                .configuration,
                "does not know the model or the path (status \(response.status))",
                words: words,
                remedy: "check 'model' and 'url' of the provider"
            )
        }
        return service.failure(response, words: words)
    }

    /// Whether an error means that the server supports only some speeds or only one.
    private static func rejectsSpeed(_ json: JSONNode?, _ words: String) -> Bool {
        if json?["error"]?["param"]?.string == "speed" || words.contains("speed") { return true }
        let location = json?["detail"]?.elements?.first?["loc"]?.elements ?? []
        return location.contains { $0.string == "speed" }
    }

    private static let spent: Set<String> = [
        "insufficient_quota", "billing_hard_limit_reached", "billing_not_active", "insufficient_credits",
    ]

    // MARK: Voices

    var voiceRequest: HTTPRequest? {
        isOriginal ? nil : HTTPRequest(.get, path + "/voices", secretHeaders: service.bearer)
    }

    /// The voices of all OpenAI models; compatible servers without a voice list accept the same names.
    var knownVoices: [VoiceDescription] {
        let quality: Voice.Quality? = isOriginal ? (model.hasSuffix("-hd") ? .premium : .enhanced) : nil
        return ["alloy", "ash", "coral", "echo", "fable", "nova", "onyx", "sage", "shimmer"].map {
            VoiceDescription(id: $0, name: $0.prefix(1).uppercased() + $0.dropFirst(), quality: quality)
        }
    }

    /// The languages that OpenAI documents for its models; empty for other servers.
    var languages: [LanguageTag] { isOriginal ? SpokenLanguages.openAI : [] }

    let isMultilingual = false

    func voices(in list: JSONNode) -> [VoiceDescription] {
        let elements = list.elements ?? list["voices"]?.elements ?? list["data"]?.elements ?? []
        return elements.compactMap(ListedVoice.description)
    }
}
