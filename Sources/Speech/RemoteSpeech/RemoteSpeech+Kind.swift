public import LanguageServices
import RemoteService

extension RemoteSpeech {
    /// The kind `http-speech`, for a registry.
    public static let kind = ProviderKind(
        name: kindName,
        service: .speech,
        summary: "Speech by a service: OpenAI and servers that speak like it, ElevenLabs",
        locality: .network,
        options: [
            .dialect(RemoteSpeechDialect.self), .url, .key,
            OptionDescription("model", .string, "The name of the model; tts-1, or eleven_multilingual_v2"),
            OptionDescription("voices", .voices, "The voices to choose from, instead of the service's own list"),
            OptionDescription("voice", .string, "The voice that is chosen before all others that speak the language"),
            OptionDescription(
                "gender",
                .choice(Voice.Gender.allCases.map(\.rawValue)),
                "The gender that is chosen where voices are equally good"
            ),
            OptionDescription("languages", .languageTags, "What voices speak of which the service does not say it"),
            OptionDescription(
                "format",
                .choice(RemoteSpeechSettings.Format.allCases.map(\.rawValue)),
                "How the sound is sent; wav, or pcm from ElevenLabs"
            ),
            OptionDescription(
                "sampleRate",
                .integer(4000...192_000),
                "The rate of pcm in hertz; 24000, and 22050 from ElevenLabs"
            ),
            OptionDescription(
                "textLimit",
                .integer(20...100_000),
                "How many characters go into one request; 4096, and 5000 for ElevenLabs",
                changesAnswers: false
            ),
            OptionDescription("instructions", .string, "openai: how to speak, for models that can be told"),
            OptionDescription(
                "changesSpeed",
                .boolean,
                "Whether the service makes speech slower and faster itself; if not, it is done here"
            ),
            .requestSeconds("How long the service may take for the first sound of a request; 60"),
        ],
        make: { context in
            try RemoteSpeech(
                id: context.id,
                settings: try settings(context),
                clock: context.clock,
                gate: context.gate
            )
        }
    )

    private static func settings(_ context: ProviderContext) throws(ServiceError) -> RemoteSpeechSettings {
        let options = context.options
        let dialect: RemoteSpeechDialect = try context.dialect()
        try context.check(["instructions": .openai], for: dialect)
        var settings = RemoteSpeechSettings(
            dialect: dialect,
            url: try options.string("url"),
            key: try options.secret("key"),
            model: try options.string("model")
        )
        settings.voices = try options.voices("voices") ?? []
        settings.voice = try options.string("voice")
        settings.gender = try options.string("gender").flatMap { Voice.Gender(rawValue: $0) }
        settings.languages = try options.languageTags("languages")
        settings.format = try options.string("format").flatMap { RemoteSpeechSettings.Format(rawValue: $0) }
        settings.sampleRate = try options.number("sampleRate").flatMap(WholeNumber.int)
        settings.textLimit = try options.number("textLimit").flatMap(WholeNumber.int)
        settings.instructions = try options.string("instructions")
        settings.changesSpeed = try options.boolean("changesSpeed")
        settings.requestTime = try context.requestTime
        return settings
    }
}
