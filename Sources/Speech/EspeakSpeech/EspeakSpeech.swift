import Audio
import CEspeakWorker
import Language
public import LanguageServices
import Platform

/// Speech by espeak-ng, called as a library: small, offline, about a hundred languages.
///
/// The library runs in child processes of the program `parlance-espeak`, one for each processor at the most, which all
/// providers of a process share.
/// Requests that find none free wait their turn, and a long text takes one turn for each of its pieces. Texts are capped
/// and cleaned before they reach the library, see `SpeakableText`.
///
/// The library's output depends slightly on what the child spoke before. A request that is to be deterministic gets a fresh
/// process of its own for each piece, and with it the same audio every time, to the byte.
public struct EspeakSpeech: SpeechProvider {
    private let id: ProviderID
    private let own: BundledAccents
    private let lexicon: String?
    private let clock: ServiceClock
    private let mecab = MeCab()

    /// Creates a provider. Nothing is read and nothing started before the first request.
    ///
    /// - Parameters:
    ///   - id: The name under which it is registered.
    ///   - voices: The folder with the accent definitions (`Voices/` of this package), or `nil` when there is none;
    ///     then only espeak-ng's own voices can be spoken, and `en-GB` is not among them.
    ///   - lexicon: A file of pronunciations that hold for every request; see `Pronunciation.list(_:name:)`.
    ///   - clock: The clock for reports.
    public init(id: ProviderID = "espeak", voices: String?, lexicon: String? = nil, clock: ServiceClock = .system) {
        self.id = id
        self.lexicon = lexicon
        self.clock = clock
        own = BundledAccents(folder: voices)
    }

    /// The kind `espeak`, for a registry.
    ///
    /// - Parameter voices: The folder with the accent definitions, where a configuration names no other.
    public static func kind(voices: String?) -> ProviderKind {
        ProviderKind(
            name: "espeak",
            service: .speech,
            summary: "Speech by espeak-ng: offline, small, about a hundred languages",
            options: [
                OptionDescription(
                    "voices",
                    .absolutePath,
                    "The folder with the accent definitions, instead of the bundled one"
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

    /// What the provider says of itself; the version is that of libespeak-ng.
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

    /// Ready when the library has its data; degraded when the accent definitions are missing or damaged, or when the
    /// accents could not be linked into the data as they are defined.
    public func status() async -> ProviderStatus {
        do {
            _ = try await EspeakEngine.shared.start()
        } catch {
            return .unavailable(reason: error.message, remedy: error.remedy)
        }
        do throws(ServiceError) {
            let ready = try await own.ready()
            guard let problem = (ready.problems + ready.mistakes.map(\.error)).first else { return .ready }
            return .degraded(reason: problem.message, remedy: problem.remedy)
        } catch {
            return .degraded(reason: error.message, remedy: error.remedy)
        }
    }

    /// Ends the processes that speak, unless they are at work for another provider; the next request starts new ones.
    public func shutdown() async {
        await EspeakEngine.shared.dismissWorkers()
    }

    /// The folder in which our accents are linked into the installed data, or `nil` when there are none or it could not
    /// be built; and what is not as it is defined.
    ///
    /// - Throws: `ServiceError.Code.unavailable` when the library finds no data, `ServiceError.Code.configuration` when a
    ///   definition is wrong.
    package func overlay() async throws(ServiceError) -> (overlay: VoiceOverlay?, problems: [ServiceError]) {
        let ready = try await own.ready()
        return (ready.overlay, ready.problems + ready.mistakes.map(\.error))
    }

    /// The version of the library and the folder of its data.
    ///
    /// - Throws: `ServiceError.Code.unavailable` when the library finds no data.
    public func engine() async throws -> (version: String, dataFolder: String) {
        let setup = try await EspeakEngine.shared.start()
        return (setup.version, setup.dataFolder)
    }

    /// The accents defined under `Voices/`, then espeak-ng's own voices.
    public func voices(matching query: VoiceQuery) async throws -> [Voice] {
        let table = try await own.ready().table()
        return table.voices(provider: id).filter(query.matches)
    }

    /// Speaks a text.
    ///
    /// - Throws: `ServiceError`: `ServiceError.Code.unsupported` for a language or voice that is not there;
    ///   `ServiceError.Code.limitExceeded` for a text of more than 100,000 Unicode scalars.
    public func synthesize(_ request: SpeechRequest) async throws -> SpeechStream {
        let start = clock.now
        try request.validate()
        guard request.text.unicodeScalars.count <= Self.longestText else {
            throw ServiceError(
                .limitExceeded,
                "the text has more than \(Self.longestText) characters",
                provider: id,
                remedy: "speak it in parts, for example one paragraph a line"
            )
        }
        let prosody = EspeakProsody(request)
        let ready = try await own.ready()
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
            notices.append("a word of \(length) characters was split, since espeak-ng cannot speak it in one")
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
        let order = EspeakSession.Order(
            request: EspeakWorker.Request(
                text: "",
                voice: voice,
                prosody: prosody,
                flags: lexicon.hasPhonemes ? ESPEAK_WORKER_READS_PHONEMES.rawValue : 0,
                wish: marks == nil ? ESPEAK_WORKER_AUDIO : ESPEAK_WORKER_MARKS,
                isFresh: request.isDeterministic
            ),
            dataPath: selected.dataPath,
            marks: marks,
            format: AudioFormat(sampleRate: ready.setup.sampleRate),
            provider: id,
            notices: notices,
            clock: clock
        )
        let session = EspeakSession(order, text: text, busy: clock.now - start)
        let stream = SpeechStream { try await session.next() }
        // What is slower or faster than espeak-ng goes by itself is stretched.
        return prosody.tempo == 1 ? stream : try SpeechProcessing(tempo: prosody.tempo).apply(to: stream)
    }

    /// What the provider's own lexicon says; read for each request, since people mend it while they listen.
    private func listed() throws(ServiceError) -> [Pronunciation] {
        guard let lexicon else { return [] }
        return try Pronunciation.list(WholeFile.read(lexicon, limit: 1 << 24), name: lexicon)
    }

    private func voice(for request: SpeechRequest, _ ready: ReadyVoices) async throws(ServiceError) -> String {
        // The library lists its own voices slowly, so ours are looked at first.
        let own = ready.ownTable
        if let name = request.voice {
            if let identifier = own.identifier(named: name) { return identifier }
        } else if let language = request.language, let identifier = own.identifier(for: language) {
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
                remedy: "'parlance voices' lists what there is"
            )
        }
        guard let language = request.language else {
            throw ServiceError(
                .invalidRequest,
                "the request names neither a language nor a voice",
                provider: id,
                remedy: "name an accent such as en-US"
            )
        }
        if let identifier = table.identifier(for: language) { return identifier }
        // An accent whose definition is wrong is not there, and that is why.
        if let mistake = ready.mistakes.first(where: { $0.folder == language.text }) { throw mistake.error }
        throw ServiceError(
            .unsupported,
            "there is no voice for \(language)",
            provider: id,
            remedy: table.hint(for: language) ?? "'parlance voices' lists what there is"
        )
    }

    /// The longest text of one request, in Unicode scalars; about two hours of speech.
    private static let longestText = 100_000
}
