public import LanguageServices

/// A speech provider without an engine: it gives one short tone for each word.
///
/// The audio depends on the text, the voice and the rate and on nothing else, so the same request gives the same samples
/// on every machine. It gives word and sentence marks, and no phoneme marks.
public final class InMemorySpeech: InMemoryProvider, SpeechProvider {
    /// The voices that it has, in the order of the list that it was made with.
    public let voices: [Voice]

    /// What its calls go through.
    public let script: CallScript
    private let interruption: (chunks: Int, error: ServiceError)?

    /// Creates a provider with voices of your own.
    ///
    /// - Parameters:
    ///   - id: The name under which it stands.
    ///   - voices: Its voices; each is made to name this provider.
    ///   - failures: What the first calls of ``synthesize(_:)`` fail with, one each.
    ///   - interruption: Lets every stream fail with an error when it has given so many pieces of audio.
    ///   - delay: How long ``synthesize(_:)`` takes, by `clock`.
    ///   - clock: The clock for delays and reports.
    public init(
        id: ProviderID = "memory",
        voices: [Voice],
        failures: [ServiceError] = [],
        interruption: (chunks: Int, error: ServiceError)? = nil,
        delay: Duration = .zero,
        clock: ServiceClock = .system
    ) {
        self.voices = voices.map { voice in
            var own = voice
            own.provider = id
            return own
        }
        self.interruption = interruption
        script = CallScript(.speech, id: id, failures: failures, delay: delay, clock: clock)
    }

    /// Creates a provider with one voice for each language.
    ///
    /// - Parameters:
    ///   - id: The name under which it stands.
    ///   - languages: The language tags; what is none is left out. A voice's id is its language tag.
    ///   - failures: What the first calls of ``synthesize(_:)`` fail with, one each.
    ///   - interruption: Lets every stream fail with an error when it has given so many pieces of audio.
    ///   - delay: How long ``synthesize(_:)`` takes, by `clock`.
    ///   - clock: The clock for delays and reports.
    public convenience init(
        id: ProviderID = "memory",
        languages: [String] = ["en-US", "en-GB"],
        failures: [ServiceError] = [],
        interruption: (chunks: Int, error: ServiceError)? = nil,
        delay: Duration = .zero,
        clock: ServiceClock = .system
    ) {
        self.init(
            id: id,
            voices: languages.compactMap { LanguageTag($0) }.map { language in
                Voice(id: language.text, name: "Tones (\(language))", languages: [language], provider: id)
            },
            failures: failures,
            interruption: interruption,
            delay: delay,
            clock: clock
        )
    }

    /// The voices that match.
    public func voices(matching query: VoiceQuery) async throws -> [Voice] {
        voices.filter(query.matches)
    }

    /// Speaks in tones.
    public func synthesize(_ request: SpeechRequest) async throws -> SpeechStream {
        let start = script.clock.now
        try await script.begin()
        try request.validate()
        let voice = try voice(for: request)
        if let kind = request.marks.first(where: { $0 == .phoneme }) {
            throw ServiceError(.unsupported, "there are no \(kind.rawValue) marks", provider: descriptor.id)
        }
        guard request.pronunciations.isEmpty else {
            throw ServiceError(.unsupported, "tones have no pronunciation", provider: descriptor.id)
        }
        let tones = ToneSpeech(request: request, voice: voice.id, interruption: interruption)
        return SpeechStream { [id = descriptor.id, clock = script.clock] in
            try ServiceError.checkCancellation(provider: id)
            do {
                return try tones.next { .answered(by: id, in: clock.now - start) }
            } catch {
                throw ServiceError(error, provider: id)
            }
        }
    }

    private func voice(for request: SpeechRequest) throws(ServiceError) -> Voice {
        if let id = request.voice {
            guard let voice = voices.first(where: { $0.id == id }) else {
                throw ServiceError(.unsupported, "there is no voice '\(id)'", provider: descriptor.id)
            }
            return voice
        }
        let query = VoiceQuery(language: request.language)
        guard let voice = voices.first(where: query.matches) else {
            let wanted = request.language.map { "'\($0)'" } ?? "any language"
            throw ServiceError(.unsupported, "there is no voice for \(wanted)", provider: descriptor.id)
        }
        return voice
    }
}
