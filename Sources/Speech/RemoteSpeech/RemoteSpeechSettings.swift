public import LanguageServices
import RemoteService

/// The services that speech can be asked of, by what their requests look like.
public enum RemoteSpeechDialect: String, Sendable, Hashable, CaseIterable {
    /// The interface of OpenAI's speech, which many servers have that anybody can run.
    case openai
    /// ElevenLabs.
    case elevenlabs
}

/// How a ``RemoteSpeech`` is set up.
public struct RemoteSpeechSettings: Sendable, Hashable {
    /// How the service is spoken with.
    public var dialect: RemoteSpeechDialect

    /// The address of the service; `nil` for the one that the dialect's service has.
    public var url: String?

    /// The key of the user with the service.
    public var key: Secret?

    /// The name of the model; `nil` for `tts-1` or `eleven_multilingual_v2`.
    public var model: String?

    /// The voices, where the service is not to be asked for them. What is not said of one is found out from its name.
    public var voices: [VoiceDescription] = []

    /// The voice that goes before all others where it speaks the language.
    public var voice: String?

    /// The gender that goes before the others where voices are equally good.
    public var gender: Voice.Gender?

    /// The languages of voices of which nobody says what they speak.
    public var languages: [LanguageTag] = []

    /// How the service packs its sound.
    public var format: Format?

    /// The sample rate in hertz: of sound that does not tell its own, and for services that can be asked for one.
    public var sampleRate: Int?

    /// How many Unicode scalars go into one request; `nil` for what the dialect's service takes.
    public var textLimit: Int?

    /// How the service is told to speak, for models that can be told; for ``RemoteSpeechDialect/openai``.
    public var instructions: String?

    /// Whether the service makes speech slower and faster itself; otherwise it is done here. `nil` for what is known of the
    /// model.
    public var affectsSpeed: Bool?

    /// How long the service may take for the first sound of a request; `nil` for a minute.
    public var requestTime: Duration?

    /// How sound is packed.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        /// WAV, which tells what it is and is heard as it comes.
        case wav
        /// Samples of 16 bit, low byte first, without a head.
        case pcm
        /// FLAC; heard when it is there whole, like the following.
        case flac
        /// MP3.
        case mp3
        /// Opus in Ogg.
        case opus
    }

    /// Creates settings with what the dialect's service has.
    public init(dialect: RemoteSpeechDialect, url: String? = nil, key: Secret? = nil, model: String? = nil) {
        self.dialect = dialect
        self.url = url
        self.key = key
        self.model = model
    }
}

extension RemoteSpeechDialect {
    /// The address of the service.
    var usualAddress: String {
        switch self {
        case .openai: OpenAISpeech.usualAddress
        case .elevenlabs: ElevenLabsSpeech.usualAddress
        }
    }

    /// Whose work the speech is.
    var attribution: String? {
        switch self {
        case .openai: nil
        case .elevenlabs: "ElevenLabs"
        }
    }
}

extension RemoteSpeechSettings {
    /// How long the service may take for the first sound of a request.
    var time: Duration { requestTime ?? .seconds(60) }

    /// Everything that decides which voice speaks and at which rate, in one text; `nil` when nothing was set.
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

    /// Makes the dialect, or says what is missing.
    func makeDialect() throws(ServiceError) -> any SpeechDialect {
        if url == nil, key == nil {
            throw .missing(
                "key",
                of: dialect,
                remedy: "set it to { \"env\": \"NAME\" } or { \"file\": \"PATH\" }, or 'url' to a server of your own"
            )
        }
        for voice in voices where !ListedVoice.isID(voice.id) {
            throw ServiceError(
                .configuration,
                "'voices' holds a name that no voice can have",
                remedy: "write it as the service calls the voice"
            )
        }
        let address = try ServiceAddress(url ?? dialect.usualAddress)
        switch dialect {
        case .openai: return OpenAISpeech(address, self)
        case .elevenlabs: return try ElevenLabsSpeech(address, self)
        }
    }
}
