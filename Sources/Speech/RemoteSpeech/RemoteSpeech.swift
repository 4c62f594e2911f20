public import HTTPTransport
public import LanguageServices
import RemoteService

/// Speech synthesis with a network service, or with a local server that has the same API.
///
/// Audio is passed on as it arrives. A text that exceeds the service's limit is split between sentences, and each part
/// is requested when the previous one has been consumed. The service changes the speed within the range that it
/// supports; everything else (pitch, volume, other speeds, respelled words) is done locally. Requests for phoneme
/// marks, word gaps, IPA or deterministic output fail with `ServiceError.Code.unsupported`, so that another provider
/// can handle them. Requests for other marks also fail if the service does not report them.
///
/// Failed requests are not retried here, but by policies. `docs/how-to/remote-speech.md` describes which data is sent
/// to the service.
public struct RemoteSpeech: SpeechProvider {
    /// The provider's metadata. Its version changes with every setting that affects the audio: the dialect, address,
    /// model and format, and the settings that select the voice.
    public let descriptor: ProviderDescriptor

    private let settings: RemoteSpeechSettings
    private let server: SpeechServer
    private let voiceCache: VoiceListCache
    private let clock: ServiceClock

    static let kindName = "http-speech"

    /// The default limit for concurrent requests, which matches the limit of the services' small plans.
    private static let defaultConcurrency = 4

    /// Creates a provider. Nothing is sent before the first request.
    ///
    /// - Parameters:
    ///   - id: The name under which the provider is registered.
    ///   - settings: The settings of the service.
    ///   - transport: The HTTP transport.
    ///   - clock: The clock for reports and for the age of the cached voice list.
    ///   - gate: Enforces the user's limits for every request.
    /// - Throws: `ServiceError.Code.configuration` if the settings are invalid or incomplete.
    public init(
        id: ProviderID = "http-speech",
        settings: RemoteSpeechSettings,
        transport: any HTTPTransport = CurlTransport(),
        clock: ServiceClock = .system,
        gate: RequestGate = .open
    ) throws(ServiceError) {
        let dialect = try id.naming { try settings.makeDialect() }
        descriptor = ProviderDescriptor(
            id: id,
            kind: Self.kindName,
            version: dialect.service.version(
                settings.dialect,
                dialect.version,
                settings.choice.map(StableHash.hexadecimal) ?? ""
            ),
            service: .speech,
            locality: .network,
            attribution: settings.dialect.attribution,
            requestLimits: RequestLimits(
                texts: 1,
                concurrency: gate.limits.concurrentRequests ?? Self.defaultConcurrency
            )
        )
        let server = SpeechServer(
            dialect,
            remote: RemoteSession(transport: transport, gate: gate),
            requestTime: settings.time
        )
        self.server = server
        self.settings = settings
        self.clock = clock
        voiceCache = VoiceListCache(clock: clock) { () async throws(ServiceError) in
            try await Self.voices(of: server, settings, provider: id)
        }
    }

    /// Ready if requests can be sent; the service is not contacted.
    public func status() async -> ProviderStatus { server.remote.status }

    /// The voices in the settings or, by default, those in the service's list, which is fetched once a day.
    public func voices(matching query: VoiceQuery) async throws -> [Voice] {
        do throws(ServiceError) {
            try server.remote.checkOpen()
            return try await voiceCache.list().voices.filter(query.matches)
        } catch {
            throw ServiceError(error, provider: descriptor.id)
        }
    }

    /// Speaks a text.
    ///
    /// - Throws: `ServiceError`: `ServiceError.Code.unsupported` for an unknown language or voice and for unsupported
    ///   marks, gaps, IPA and deterministic output; `ServiceError.Code.limitExceeded` for more than 100,000 Unicode
    ///   scalars. The stream throws errors that the service reports for the text.
    public func synthesize(_ request: SpeechRequest) async throws -> SpeechStream {
        let start = clock.now
        do throws(ServiceError) {
            try server.remote.checkReady()
            try request.validate()
            try rejectUnsupportedProsody(request)
            let voice = try await voice(for: request)
            let language = request.language ?? voice.language
            let dialect = server.dialect
            let text = try SpokenText(request, language: language, limit: dialect.textLimit)
            let prosody = LocalProsody(request, speeds: dialect.speeds)
            let utterance = RemoteUtterance(
                text.parts.map { part in
                    SpokenPart(
                        text: part.text,
                        sourceRanges: part.sourceRanges,
                        voice: voice.id,
                        language: language,
                        speed: prosody.speed
                    )
                },
                hasWords: text.hasWords,
                server: server,
                gain: prosody.gain,
                allowance: settings.time,
                marks: request.marks,
                provider: descriptor.id,
                busy: clock.now - start,
                clock: clock
            )
            return try prosody.applied(to: SpeechStream { try await utterance.next() })
        } catch {
            throw ServiceError(error, provider: descriptor.id)
        }
    }

    /// Rejects later requests; requests in progress continue.
    public func shutdown() async { server.remote.shutDown() }

    // MARK: Parts

    private func rejectUnsupportedProsody(_ request: SpeechRequest) throws(ServiceError) {
        guard request.text.unicodeScalars.count <= Self.longestText else {
            throw ServiceError(
                .limitExceeded,
                "the text has more than \(Self.longestText) characters",
                remedy: "split it, for example into one paragraph per line"
            )
        }
        let action: String? =
            if !request.marks.isSubset(of: server.dialect.marks) {
                request.marks.contains(.phoneme)
                    ? "report when each phoneme is spoken" : "report when each word is spoken"
            } else if request.isDeterministic {
                "produce identical audio every time"
            } else if let gap = request.wordGap, gap > .zero {
                "insert gaps between words"
            } else {
                nil
            }
        guard let action else { return }
        throw ServiceError(
            .unsupported,
            "\(server.dialect.service.place) does not \(action)",
            remedy: "use the provider 'espeak' instead"
        )
    }

    /// The voice for a request, and the language in which it speaks.
    private func voice(for request: SpeechRequest) async throws(ServiceError) -> (id: String, language: LanguageTag?) {
        let remedy = "'parlance voices --provider \(descriptor.id)' lists the available voices"
        if let name = request.voice {
            let language = try await voiceCache.list().voice(named: name, remedy: remedy)?.languages.first
            return (name, language?.language == "und" ? nil : language)
        }
        guard let language = request.language else {
            throw ServiceError(
                .invalidRequest,
                "the request has neither a language nor a voice",
                remedy: "specify an accent such as en-US"
            )
        }
        let list = try await voiceCache.list()
        if let voice = list.voice(for: language, preferred: settings.voice, gender: settings.gender) {
            return (voice.id, language)
        }
        let isUnknown = list.voices.contains { $0.languages.contains { $0.language == "und" } }
        throw ServiceError(
            .unsupported,
            "\(server.dialect.service.place) has no voice for \(language)"
                + (isUnknown ? " that Parlance knows of" : ""),
            remedy: list.hint(for: language)
                ?? (isUnknown
                    ? "set the provider's 'languages', or list its 'voices', or name a voice"
                    : remedy)
        )
    }

    private static func voices(
        of server: SpeechServer,
        _ settings: RemoteSpeechSettings,
        provider: ProviderID
    ) async throws(ServiceError) -> VoiceList {
        let dialect = server.dialect
        var languages = VoiceList.Languages(usual: settings.languages.isEmpty ? dialect.languages : settings.languages)
        guard settings.voices.isEmpty else {
            return VoiceList(settings.voices, languages: languages, provider: provider, isComplete: true)
        }
        languages.areForAll = dialect.isMultilingual
        if let listed = try await server.voices() {
            return VoiceList(listed, languages: languages, provider: provider, isComplete: true)
        }
        var known = dialect.knownVoices
        if let own = settings.voice, !known.contains(where: { $0.id == own }) {
            known.append(VoiceDescription(id: own))
        }
        return VoiceList(known, languages: languages, provider: provider, isComplete: false)
    }

    /// The maximum length of a text, in Unicode scalars; about two hours of speech.
    private static let longestText = 100_000
}

extension RemoteSpeech {
    /// The provider kind `http-speech`, to register with a `ServiceRegistry`.
    public static let kind = ProviderKind.remote(
        name: kindName,
        service: .speech,
        summary: "Speech from a service: OpenAI, compatible servers, ElevenLabs",
        options: [
            .dialect(RemoteSpeechDialect.self), .url, .key,
            OptionDescription("model", .string, "The name of the model; default: tts-1, or eleven_multilingual_v2"),
            OptionDescription("voices", .voices, "The voices to choose from, instead of the service's own list"),
            OptionDescription("voice", .string, "The preferred voice for the languages that it speaks"),
            OptionDescription(
                "gender",
                .choice(Voice.Gender.allCases.map(\.rawValue)),
                "The preferred gender among equally good voices"
            ),
            OptionDescription("languages", .languageTags, "The languages of voices for which the service reports none"),
            OptionDescription(
                "format",
                .choice(RemoteSpeechSettings.Format.allCases.map(\.rawValue)),
                "The audio format to request; default: wav, or pcm for ElevenLabs"
            ),
            OptionDescription(
                "sampleRate",
                .integer(4000...192_000),
                "The sample rate of pcm in hertz; default: 24000, or 22050 for ElevenLabs"
            ),
            OptionDescription(
                "textLimit",
                .integer(20...100_000),
                "The maximum number of characters per request; default: 4096, or 5000 for ElevenLabs",
                affectsAnswers: false
            ),
            OptionDescription("instructions", .string, "openai: speaking instructions, for models that accept them"),
            OptionDescription(
                "affectsSpeed",
                .boolean,
                "Whether the service changes the speed; if not, it is changed locally"
            ),
            .requestSeconds("The time limit for the first audio of a request; default: 60"),
        ],
        settings: settings,
        provider: RemoteSpeech.init
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
        settings.affectsSpeed = try options.boolean("affectsSpeed")
        settings.requestTime = try context.requestTime
        return settings
    }
}
