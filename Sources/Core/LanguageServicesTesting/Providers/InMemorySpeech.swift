public import LanguageServices

/// A speech provider without an engine: it produces a short tone for each word.
///
/// The audio depends only on the text, the voice and the rate, so a request produces the same samples on every machine.
/// It supports word and sentence marks, but no phoneme marks.
public final class InMemorySpeech: InMemoryProvider, SpeechProvider {
    /// The voices, in the order in which they were passed.
    public let voices: [Voice]

    /// Controls and counts the calls.
    public let script: CallScript
    private let interruption: (chunks: Int, error: ServiceError)?

    /// Creates a provider with custom voices.
    ///
    /// - Parameters:
    ///   - id: The provider's id.
    ///   - voices: The voices; their `provider` is set to this provider.
    ///   - failures: The errors thrown by the first calls to ``synthesize(_:)``, one per call.
    ///   - interruption: Makes every stream fail with an error after the given number of chunks.
    ///   - delay: The duration of ``synthesize(_:)`` on `clock`.
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

    /// Creates a provider with one voice per language.
    ///
    /// - Parameters:
    ///   - id: The provider's id.
    ///   - languages: The language tags; malformed tags are ignored. A voice's id is its language tag.
    ///   - failures: The errors thrown by the first calls to ``synthesize(_:)``, one per call.
    ///   - interruption: Makes every stream fail with an error after the given number of chunks.
    ///   - delay: The duration of ``synthesize(_:)`` on `clock`.
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

    /// The matching voices.
    public func voices(matching query: VoiceQuery) async throws -> [Voice] {
        voices.filter(query.matches)
    }

    /// Synthesizes tones.
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
