import Audio
import CEspeakWorker
import Language
public import LanguageServices
import Platform

/// Speech synthesis with the espeak-ng library: small, available offline, with about a hundred languages.
///
/// The library runs in child processes, which execute `parlance-espeak`. There is at most one child per processor, and
/// all providers in a process share the children. While all of them are busy, requests are queued; a long text is
/// queued piece by piece. Texts are sanitised before they reach the library; see `SpeakableText`.
///
/// The library's output depends slightly on what the child spoke before. For a deterministic request, a new process
/// speaks each piece, so the audio is always byte-for-byte identical.
public struct EspeakSpeech: SpeechProvider {
    private let id: ProviderID
    private let accents: BundledAccents
    private let lexicon: String?
    private let clock: ServiceClock
    private let mecab = MeCab()

    /// Creates a provider. Nothing is read or started before the first request.
    ///
    /// - Parameters:
    ///   - id: The name under which the provider is registered.
    ///   - voices: The folder that contains the accent definitions (`Voices/` in this package), or `nil` for no
    ///     accents. In that case, only espeak-ng's own voices are available, and `en-GB` is not among them.
    ///   - lexicon: A file with pronunciations that apply to every request; see `Pronunciation.list(_:name:)`.
    ///   - clock: The clock for reports.
    public init(id: ProviderID = "espeak", voices: String?, lexicon: String? = nil, clock: ServiceClock = .system) {
        self.id = id
        self.lexicon = lexicon
        self.clock = clock
        accents = BundledAccents(folder: voices)
    }

    /// The provider kind `espeak`, to register with a `ServiceRegistry`.
    ///
    /// - Parameter voices: The default folder for accent definitions.
    public static func kind(voices: String?) -> ProviderKind {
        ProviderKind(
            name: "espeak",
            service: .speech,
            summary: "Speech with espeak-ng: offline, small, about a hundred languages",
            options: [
                OptionDescription(
                    "voices",
                    .absolutePath,
                    "The folder that contains the accent definitions, instead of the bundled one"
                ),
                OptionDescription(
                    "lexicon",
                    .absolutePath,
                    "A file of pronunciations: lines of WORD = /IPA/ or a respelling"
                ),
            ],
            make: { context in
                EspeakSpeech(
                    id: context.id,
                    voices: try context.options.absolutePath("voices") ?? voices,
                    lexicon: try context.options.absolutePath("lexicon"),
                    clock: context.clock
                )
            }
        )
    }

    /// The provider's metadata; the version is that of libespeak-ng.
    public var descriptor: ProviderDescriptor {
        ProviderDescriptor(
            id: id,
            kind: "espeak",
            version: EspeakEngine.shared.libraryVersion,
            service: .speech,
            locality: .inProcess,
            attribution: "espeak-ng",
            licence: "GPL-3.0-or-later"
        )
    }

    /// Ready if the library has its data. Degraded if the accent definitions are missing or damaged, or if some accents
    /// could not be linked into the data as defined.
    public func status() async -> ProviderStatus {
        do {
            _ = try await EspeakEngine.shared.start()
        } catch {
            return .unavailable(reason: error.message, remedy: error.remedy)
        }
        do throws(ServiceError) {
            let ready = try await accents.ready()
            guard let problem = (ready.problems + ready.mistakes.map(\.error)).first else { return .ready }
            return .degraded(reason: problem.message, remedy: problem.remedy)
        } catch {
            return .degraded(reason: error.message, remedy: error.remedy)
        }
    }

    /// Ends the idle worker processes; those that are busy for another provider continue to run. The next request
    /// starts new ones.
    public func shutdown() async {
        await EspeakEngine.shared.dismissWorkers()
    }

    /// The overlay that links the bundled accents into the installed data, and the reasons why some accents differ from
    /// their definitions. The overlay is `nil` if there are no accents or if it could not be built.
    ///
    /// - Throws: `ServiceError.Code.unavailable` if the library does not find its data,
    ///   `ServiceError.Code.configuration` if a definition is invalid.
    package func overlay() async throws(ServiceError) -> (overlay: VoiceOverlay?, problems: [ServiceError]) {
        let ready = try await accents.ready()
        return (ready.overlay, ready.problems + ready.mistakes.map(\.error))
    }

    /// The version of the library and its data folder.
    ///
    /// - Throws: `ServiceError.Code.unavailable` if the library does not find its data.
    public func engine() async throws -> (version: String, dataFolder: String) {
        let setup = try await EspeakEngine.shared.start()
        return (setup.version, setup.dataFolder)
    }

    /// The voices of the accents defined in `Voices/`, followed by espeak-ng's own voices.
    public func voices(matching query: VoiceQuery) async throws -> [Voice] {
        let table = try await accents.ready().table()
        return table.voices(provider: id).filter(query.matches)
    }

    /// Speaks a text.
    ///
    /// - Throws: `ServiceError`: `ServiceError.Code.unsupported` for an unknown language or voice;
    ///   `ServiceError.Code.limitExceeded` for a text of more than 100,000 Unicode scalars.
    public func synthesize(_ request: SpeechRequest) async throws -> SpeechStream {
        let start = clock.now
        try request.validate()
        guard request.text.unicodeScalars.count <= Self.maximumTextLength else {
            throw ServiceError(
                .limitExceeded,
                "the text has more than \(Self.maximumTextLength) characters",
                provider: id,
                remedy: "split it, for example into one paragraph per line"
            )
        }
        let prosody = EspeakProsody(request)
        let ready = try await accents.ready()
        let voice = try await voice(for: request, ready)
        var notices: [String] = []
        let japanese = voice.hasSuffix("/ja") ? try JapaneseText(request.text, reader: mecab) : nil
        if let notice = japanese?.notice { notices.append(notice) }
        let accent = ready.accent(of: voice)
        let lexicon = try LexiconText(
            japanese?.scalars ?? PositionedScalar.all(of: request.text),
            try listed() + request.pronunciations,
            language: accent?.language ?? request.language,
            accent: accent
        )
        let isEnglish = (accent?.language ?? request.language)?.language == "en"
        let text = SpeakableText(isEnglish ? YearText(lexicon.scalars).scalars : lexicon.scalars)
        if let length = text.longestSplitWord {
            notices.append("a word of \(length) characters was split because it is too long for espeak-ng")
        }
        if let problem = ready.problem(of: voice) { notices.append(problem) }
        let selected = SelectedVoice(identifier: voice, dataPath: ready.overlay?.path)
        let marks =
            request.marks.isEmpty && prosody.wordGap == .zero
            ? nil
            : SessionMarks(
                request.marks,
                text: request.text,
                language: request.language?.description,
                words: japanese?.words ?? [],
                voice: selected
            )
        let configuration = EspeakSession.Configuration(
            request: EspeakWorker.Request(
                text: "",
                voice: voice,
                prosody: prosody,
                flags: lexicon.hasPhonemes ? ESPEAK_WORKER_READS_PHONEMES.rawValue : 0,
                output: marks == nil ? ESPEAK_WORKER_AUDIO : ESPEAK_WORKER_MARKS,
                isFresh: request.isDeterministic
            ),
            dataPath: selected.dataPath,
            marks: marks,
            format: AudioFormat(sampleRate: ready.setup.sampleRate),
            provider: id,
            notices: notices,
            clock: clock
        )
        let session = EspeakSession(configuration, text: text, busy: clock.now - start)
        let stream = SpeechStream { try await session.next() }
        // For speeds outside the library's range, change the tempo after synthesis.
        return prosody.tempo == 1 ? stream : try SpeechProcessing(tempo: prosody.tempo).apply(to: stream)
    }

    /// The provider's own lexicon. It is read for each request, so changes take effect immediately.
    private func listed() throws(ServiceError) -> [Pronunciation] {
        guard let lexicon else { return [] }
        return try Pronunciation.list(WholeFile.read(lexicon, limit: 1 << 24), name: lexicon)
    }

    private func voice(for request: SpeechRequest, _ ready: ReadyVoices) async throws(ServiceError) -> String {
        // Check the bundled accents first, because the library is slow to list its voices.
        let bundled = ready.bundledTable
        if let name = request.voice {
            if let identifier = bundled.identifier(named: name) { return identifier }
        } else if let language = request.language, let identifier = bundled.identifier(for: language) {
            return identifier
        }
        let table = try await ready.table()
        if let name = request.voice {
            if let identifier = table.identifier(named: name) { return identifier }
            let names = table.voices(provider: id).map(\.id)
            throw ServiceError(
                .unsupported,
                "there is no voice '\(name)'\(ClosestMatch.hint(for: name, in: names))",
                provider: id,
                remedy: "'parlance voices' lists the available voices"
            )
        }
        guard let language = request.language else {
            throw ServiceError(
                .invalidRequest,
                "the request has neither a language nor a voice",
                provider: id,
                remedy: "specify an accent such as en-US"
            )
        }
        if let identifier = table.identifier(for: language) { return identifier }
        // If the accent is missing because its definition is invalid, throw that error.
        if let mistake = ready.mistakes.first(where: { $0.folder == language.text }) { throw mistake.error }
        throw ServiceError(
            .unsupported,
            "there is no voice for \(language)",
            provider: id,
            remedy: table.hint(for: language) ?? "'parlance voices' lists the available voices"
        )
    }

    /// The maximum length of a text, in Unicode scalars; about two hours of speech.
    private static let maximumTextLength = 100_000
}
