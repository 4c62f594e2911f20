public import LanguageServices
import RemoteService

/// The APIs of speech services.
public enum RemoteSpeechDialect: String, Sendable, Hashable, CaseIterable {
    /// OpenAI's speech API, which many self-hosted servers implement.
    case openai
    /// ElevenLabs.
    case elevenlabs
}

/// The settings of a ``RemoteSpeech``.
public struct RemoteSpeechSettings: Sendable, Hashable {
    /// The API of the service.
    public var dialect: RemoteSpeechDialect

    /// The address of the service; `nil` for the dialect's default.
    public var url: String?

    /// The user's API key.
    public var key: Secret?

    /// The name of the model; `nil` for `tts-1` or `eleven_multilingual_v2`.
    public var model: String?

    /// The voices, which replace the service's list. Missing properties are derived from the names.
    public var voices: [VoiceDescription] = []

    /// The voice that is preferred among those that speak the requested language.
    public var voice: String?

    /// The preferred gender among equally good voices.
    public var gender: Voice.Gender?

    /// The languages to assume for voices whose languages are unknown.
    public var languages: [LanguageTag] = []

    /// The audio format to request from the service.
    public var format: Format?

    /// The sample rate in hertz. It is assumed for audio without a header, and requested from services that offer a
    /// choice.
    public var sampleRate: Int?

    /// The maximum number of Unicode scalars per request; `nil` for the dialect's default.
    public var textLimit: Int?

    /// Speaking instructions, for models that accept them; only with ``RemoteSpeechDialect/openai``.
    public var instructions: String?

    /// Whether the service changes the speed; if not, it is changed locally. If `nil`, this depends on the model.
    public var affectsSpeed: Bool?

    /// The time limit for the first audio in the response to a request; `nil` for one minute.
    public var requestTime: Duration?

    /// An audio format.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        /// WAV, which describes its format and can be streamed.
        case wav
        /// 16-bit little-endian samples without a header.
        case pcm
        /// FLAC. Like the formats below, it cannot be decoded until it is complete.
        case flac
        /// MP3.
        case mp3
        /// Opus in Ogg.
        case opus
    }

    /// Creates settings with the dialect's defaults.
    public init(dialect: RemoteSpeechDialect, url: String? = nil, key: Secret? = nil, model: String? = nil) {
        self.dialect = dialect
        self.url = url
        self.key = key
        self.model = model
    }
}

extension RemoteSpeechDialect {
    /// The address of the service.
    var defaultAddress: String {
        switch self {
        case .openai: OpenAISpeech.defaultAddress
        case .elevenlabs: ElevenLabsSpeech.defaultAddress
        }
    }

    /// The attribution for the speech.
    var attribution: String? {
        switch self {
        case .openai: nil
        case .elevenlabs: "ElevenLabs"
        }
    }
}

extension RemoteSpeechSettings {
    /// The time limit for the first audio in the response to a request.
    var time: Duration { requestTime ?? .seconds(60) }

    /// All settings that determine the voice and the sample rate, as one string; `nil` if none of them is set.
    var choice: String? {
        let described = voices.map { voice in
            let languages = voice.languages.map(\.text).joined(separator: "+")
            return "\(voice.id)/\(languages)/\(voice.gender?.rawValue ?? "")/\(voice.quality?.rawValue ?? "")"
        }
        let parts = [
            voice ?? "", gender?.rawValue ?? "", languages.map(\.text).joined(separator: ","),
            described.joined(separator: "\n"), affectsSpeed.map { "\($0)" } ?? "", sampleRate.map(String.init) ?? "",
        ]
        return parts.allSatisfy(\.isEmpty) ? nil : parts.joined(separator: "\n")
    }

    /// Creates the dialect.
    ///
    /// - Throws: An error that names a missing or invalid setting.
    func makeDialect() throws(ServiceError) -> any SpeechDialect {
        if url == nil, key == nil {
            throw .missing(
                "key",
                of: dialect,
                remedy: "set it to { \"env\": \"NAME\" } or { \"file\": \"PATH\" }, or set 'url' to your own server"
            )
        }
        for voice in voices where !ListedVoice.isID(voice.id) {
            throw ServiceError(
                .configuration,
                "'voices' contains an invalid voice name",
                remedy: "use the service's name for the voice"
            )
        }
        let address = try ServiceAddress(url ?? dialect.defaultAddress)
        switch dialect {
        case .openai: return OpenAISpeech(address, self)
        case .elevenlabs: return try ElevenLabsSpeech(address, self)
        }
    }
}
