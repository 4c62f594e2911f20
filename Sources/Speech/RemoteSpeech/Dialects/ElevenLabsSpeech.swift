import HTTPTransport
import JSON
import LanguageServices
import RemoteService

/// The ElevenLabs dialect: `POST /v1/text-to-speech/VOICE/stream`.
struct ElevenLabsSpeech: SpeechDialect {
    let service: ServiceIdentity
    let form: SoundForm
    let textLimit: Int
    let speeds: ClosedRange<Double>
    private let model: String
    private let outputFormat: String

    static let defaultAddress = "https://api.elevenlabs.io/v1"

    /// - Throws: `ServiceError.Code.configuration` for a format that the service does not support.
    init(_ address: ServiceAddress, _ settings: RemoteSpeechSettings) throws(ServiceError) {
        service = ServiceIdentity(name: "ElevenLabs", address: address, key: settings.key)
        model = settings.model ?? "eleven_multilingual_v2"
        textLimit = settings.textLimit ?? 5000
        speeds = settings.affectsSpeed ?? true ? 0.7...1.2 : 1...1
        switch settings.format ?? .pcm {
        case .pcm:
            let rate = settings.sampleRate ?? 22_050
            guard Self.rates.contains(rate) else {
                throw ServiceError(
                    .configuration,
                    "ElevenLabs does not support samples at \(rate) Hz",
                    remedy: "set 'sampleRate' to one of \(Self.rates.map(String.init).joined(separator: ", "))"
                )
            }
            outputFormat = "pcm_\(rate)"
            form = .samples(AudioFormat(sampleRate: rate))
        case .mp3:
            outputFormat = "mp3_44100_128"
            form = .file
        case .opus:
            outputFormat = "opus_48000_64"
            form = .file
        case .wav, .flac:
            throw ServiceError(
                .configuration,
                "ElevenLabs does not support this format",
                remedy: "set 'format' to pcm, mp3 or opus, or leave it out"
            )
        }
    }

    private static let rates = [8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]

    var version: String { "\(model) \(outputFormat)" }

    private var path: String { service.address.text + (service.address.hasPath ? "" : "/v1") }

    private var authorization: [HTTPRequest.SecretField] { service.key.map { [.init("xi-api-key", $0)] } ?? [] }

    func request(for part: SpokenPart) -> HTTPRequest { request(for: part, "stream") }

    private func request(for part: SpokenPart, _ way: String) -> HTTPRequest {
        var members: [(String, JSONValue)] = [("text", .string(part.text)), ("model_id", .string(model))]
        // The other models detect the language and reject this parameter.
        if model.hasSuffix("_v2_5"), let language = part.language {
            members.append(("language_code", .string(language.language)))
        }
        // Settings that are omitted here default to the values stored with the voice.
        if part.speed != 1 { members.append(("voice_settings", ["speed": .number(part.speed)])) }
        return HTTPRequest(
            .post,
            "\(path)/text-to-speech/\(FormEncoding.encoded(part.voice))/\(way)?output_format=\(outputFormat)",
            headers: ["Content-Type": "application/json", "Accept": "audio/*, application/json"],
            body: JSONWriter.bytes(.object(members)),
            secretHeaders: authorization
        )
    }

    let marks: Set<SpeechMark.Kind> = [.sentence, .word]

    /// A request for the complete audio with timestamps. Playback therefore starts later.
    func timedRequest(for part: SpokenPart) -> HTTPRequest? { request(for: part, "with-timestamps") }

    func timedSound(in answer: JSONNode, of part: SpokenPart) throws(ServiceError) -> TimedSound {
        let alignment = answer["alignment"]
        do throws(ServiceError) {
            return try TimedSound(
                sound: answer["audio_base64"],
                characters: alignment?["characters"],
                times: alignment?["character_start_times_seconds"],
                of: part.text
            )
        } catch {
            throw service.malformedAnswer(error.message)
        }
    }

    func failure(_ response: HTTPResponse) -> ServiceError {
        let json = service.failureJSON(response)
        let words = ServerErrorText.message(in: json)
        switch json?["detail"]?["status"]?.string ?? "" {
        // These errors are reported with status 401, like an invalid key.
        case "quota_exceeded", "payment_required", "subscription_required": return service.spent(response, words: words)
        case "voice_not_found", "invalid_uid", "voice_does_not_exist": return service.noVoice(words: words)
        case "max_character_limit_exceeded", "text_too_long": return service.textTooLong(words: words)
        case "too_many_concurrent_requests", "system_busy", "rate_limit_exceeded":
            return service.slowDown(response, words: words)
        case "output_format_not_allowed":
            return service.error(
                .unsupported,
                "does not offer this format on your plan",
                words: words,
                remedy: "set 'sampleRate' of the provider to 22050, or 'format' to mp3"
            )
        case "model_not_found", "unsupported_model", "model_can_not_do_text_to_speech":
            return service.error(
                .configuration,
                "does not know the model \(service.shown(model))",
                words: words,
                remedy: "check 'model' of the provider"
            )
        default: return service.failure(response, words: words)
        }
    }

    // MARK: Voices

    var voiceRequest: HTTPRequest? { HTTPRequest(.get, path + "/voices", secretHeaders: authorization) }

    let knownVoices: [VoiceDescription] = []

    var languages: [LanguageTag] { isMultilingual ? SpokenLanguages.elevenLabs : [] }

    /// Whether the model speaks many languages with every voice.
    var isMultilingual: Bool { ["multilingual", "_v2_5", "_v3"].contains { model.contains($0) } }

    func voices(in list: JSONNode) -> [VoiceDescription] {
        (list["voices"]?.elements ?? []).compactMap { voice in
            guard var description = ListedVoice.description(voice) else { return nil }
            let labels = voice["labels"]
            description.languages = Self.languages(of: voice)
            description.gender = labels?["gender"]?.string.flatMap { Voice.Gender(rawValue: $0.lowercased()) }
            description.quality = voice["category"]?.string == "professional" ? .premium : .enhanced
            return description
        }
    }

    /// The languages for which a voice was recorded or verified, with their accents. The voice's main language is
    /// listed first.
    private static func languages(of voice: JSONNode) -> [LanguageTag] {
        var tags: [LanguageTag] = []
        func add(_ language: String?, _ accent: String?, _ locale: String?) {
            let tag =
                locale.flatMap { LanguageTag($0) }
                ?? language.flatMap { language in
                    let region = accent.flatMap { regions[$0.lowercased()] }
                    return LanguageTag(region.map { "\(language)-\($0)" } ?? language)
                }
            if let tag, !tags.contains(tag) { tags.append(tag) }
        }
        let labels = voice["labels"]
        let accent = labels?["accent"]?.string
        // Only the oldest voices have labels without a language; they are English.
        add(labels?["language"]?.string ?? (accent == nil ? nil : "en"), accent, labels?["locale"]?.string)
        for entry in (voice["verified_languages"]?.elements ?? []).prefix(ListedVoice.maximumLanguages) {
            add(entry["language"]?.string, entry["accent"]?.string, entry["locale"]?.string)
        }
        // Omit a plain language if the same language is also listed with an accent.
        return tags.filter { tag in
            tag.region != nil || !tags.contains { $0.language == tag.language && $0.region != nil }
        }
    }

    /// The regions of accents, keyed by the service's names for the accents.
    private static let regions = [
        "american": "US", "us": "US", "british": "GB", "english": "GB", "uk": "GB", "scottish": "GB",
        "australian": "AU", "irish": "IE", "indian": "IN", "canadian": "CA", "south african": "ZA",
        "new zealand": "NZ", "mexican": "MX", "peninsular": "ES", "castilian": "ES", "argentinian": "AR",
        "colombian": "CO", "brazilian": "BR", "parisian": "FR",
    ]
}
