public import HTTPTransport
public import LanguageServices
import RemoteService

/// Speech by a service on a network, or by a server on this machine that speaks like one.
///
/// The sound is passed on as it comes. A text that is larger than the service takes is cut behind sentences, and each part is
/// asked for when the one before has been heard. Speed is left to the service as far as it goes; what it cannot do (pitch,
/// volume, more speed, respelled words) is done here. There are no marks of phonemes, nor others where the service does
/// not know them, no gaps between words, no IPA and no promise of the same bytes each time: such requests are `ServiceError.Code.unsupported`, so that another provider may do them.
///
/// Nothing is sent again because it failed: that is what policies are for. `docs/how-to/remote-speech.md` says what the service gets to
/// see.
public struct RemoteSpeech: SpeechProvider {
    /// What the provider says of itself. The version tells apart what sounds different: dialect, address,
    /// model, format, and what the voice is chosen by.
    public let descriptor: ProviderDescriptor

    private let settings: RemoteSpeechSettings
    private let server: SpeechServer
    private let shelf: VoiceListCache
    private let clock: ServiceClock

    static let kindName = "http-speech"

    /// How many requests may be under way at once when the user says nothing: what services allow on small plans.
    private static let usualConcurrency = 4

    /// Creates a provider. Nothing is sent before the first request.
    ///
    /// - Parameters:
    ///   - id: The name under which it is registered.
    ///   - settings: How the service is reached.
    ///   - transport: What sends requests.
    ///   - clock: The clock for reports and for the age of what is remembered.
    ///   - gate: The user's limits, which each request keeps.
    /// - Throws: `ServiceError.Code.configuration` when the settings are wrong or incomplete.
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
            requestLimits: RequestLimits(texts: 1, concurrency: gate.limits.concurrentRequests ?? Self.usualConcurrency)
        )
        let server = SpeechServer(
            dialect,
            remote: RemoteSession(transport: transport, gate: gate),
            requestTime: settings.time
        )
        self.server = server
        self.settings = settings
        self.clock = clock
        shelf = VoiceListCache(clock: clock) { () async throws(ServiceError) in
            try await Self.voices(of: server, settings, provider: id)
        }
    }

    /// Ready when requests can be sent at all; the service itself is not asked, and nothing is loaded.
    public func status() async -> ProviderStatus { server.remote.status }

    /// The voices that the settings name, or those of the service, which is asked for them once a day.
    public func voices(matching query: VoiceQuery) async throws -> [Voice] {
        do throws(ServiceError) {
            try server.remote.checkOpen()
            return try await shelf.list().voices.filter(query.matches)
        } catch {
            throw ServiceError(error, provider: descriptor.id)
        }
    }

    /// Speaks a text.
    ///
    /// - Throws: `ServiceError`: `ServiceError.Code.unsupported` for a language or voice that is not there, and for marks, gaps,
    ///   IPA and the promise of the same bytes; `ServiceError.Code.limitExceeded` for more than 100,000 Unicode scalars.
    ///   What the service says to the text itself, the stream throws.
    public func synthesize(_ request: SpeechRequest) async throws -> SpeechStream {
        let start = clock.now
        do throws(ServiceError) {
            try server.remote.checkReady()
            try request.validate()
            try refuseWhatNobodyDoes(request)
            let voice = try await voice(for: request)
            let language = request.language ?? voice.language
            let dialect = server.dialect
            let text = try SpokenText(request, language: language, limit: dialect.textLimit)
            let prosody = LocalProsody(request, speeds: dialect.speeds)
            let utterance = RemoteUtterance(
                text.parts.map { part in
                    SpokenPart(
                        text: part.text,
                        places: part.places,
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

    /// A later request fails; what is under way is not cut off.
    public func shutdown() async { server.remote.shutDown() }

    // MARK: Parts

    private func refuseWhatNobodyDoes(_ request: SpeechRequest) throws(ServiceError) {
        guard request.text.unicodeScalars.count <= Self.longestText else {
            throw ServiceError(
                .limitExceeded,
                "the text has more than \(Self.longestText) characters",
                remedy: "speak it in parts, for example one paragraph a line"
            )
        }
        let wish: String? =
            if !request.marks.isSubset(of: server.dialect.marks) {
                request.marks.contains(.phoneme) ? "tell when each phoneme is heard" : "tell when each word is heard"
            } else if request.isDeterministic {
                "make the same sound each time, to the byte"
            } else if let gap = request.wordGap, gap > .zero {
                "make gaps between words"
            } else {
                nil
            }
        guard let wish else { return }
        throw ServiceError(
            .unsupported,
            "\(server.dialect.service.place) does not \(wish)",
            remedy: "use the provider 'espeak' for it"
        )
    }

    /// The voice that speaks a request, and the language that it speaks first.
    private func voice(for request: SpeechRequest) async throws(ServiceError) -> (id: String, language: LanguageTag?) {
        let remedy = "'parlance voices --provider \(descriptor.id)' lists what there is"
        if let name = request.voice {
            let language = try await shelf.list().voice(named: name, remedy: remedy)?.languages.first
            return (name, language?.language == "und" ? nil : language)
        }
        guard let language = request.language else {
            throw ServiceError(
                .invalidRequest,
                "the request names neither a language nor a voice",
                remedy: "name an accent such as en-US"
            )
        }
        let list = try await shelf.list()
        if let voice = list.voice(for: language, preferred: settings.voice, gender: settings.gender) {
            return (voice.id, language)
        }
        let isUnknown = list.voices.contains { $0.languages.contains { $0.language == "und" } }
        throw ServiceError(
            .unsupported,
            "\(server.dialect.service.place) has no voice for \(language)"
                + (isUnknown ? ", as far as is known" : ""),
            remedy: list.hint(for: language)
                ?? (isUnknown
                    ? "say under 'languages' or 'voices' of the provider what its voices speak, or name a voice"
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

    /// The longest text of one request, in Unicode scalars; about two hours of speech.
    private static let longestText = 100_000
}

extension RemoteSpeech {
    /// The kind `http-speech`, for a registry.
    public static let kind = ProviderKind.remote(
        name: kindName,
        service: .speech,
        summary: "Speech by a service: OpenAI and servers that speak like it, ElevenLabs",
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
                affectsAnswers: false
            ),
            OptionDescription("instructions", .string, "openai: how to speak, for models that can be told"),
            OptionDescription(
                "affectsSpeed",
                .boolean,
                "Whether the service makes speech slower and faster itself; if not, it is done here"
            ),
            .requestSeconds("How long the service may take for the first sound of a request; 60"),
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
