/// A provider that turns text into audio.
public protocol SpeechProvider: ServiceProvider {
    /// What requests get that leave something open. Without an own implementation nothing; a wrapper forwards it.
    var defaults: SpeechDefaults { get }

    /// The voices that a query asks for, ordered: best quality first, then by language, then by name.
    ///
    /// - Throws: ``ServiceError`` when the list cannot be had. No match is an empty list, not an error.
    func voices(matching query: VoiceQuery) async throws -> [Voice]

    /// Speaks a text.
    ///
    /// - Returns: A stream that is pulled; see ``SpeechStream``.
    /// - Throws: ``ServiceError``: ``ServiceError/Code/invalidRequest`` for a request that nobody could speak,
    ///   ``ServiceError/Code/unsupported`` for a language, voice, rate or mark that this provider does not have.
    func synthesize(_ request: SpeechRequest) async throws -> SpeechStream
}

extension SpeechProvider {
    /// Nothing.
    public var defaults: SpeechDefaults { SpeechDefaults() }
}

/// What is to be spoken, and how.
public struct SpeechRequest: Sendable, Hashable, Codable {
    /// The text: plain, no markup; a word, a sentence or some paragraphs.
    ///
    /// Empty text, or text in which nothing can be spoken, is ``ServiceError/Code/invalidRequest``.
    public var text: String

    /// The language or accent: `en-AU`. `nil` leaves it to the configuration.
    ///
    /// A provider never puts another accent in its place: what it cannot speak is ``ServiceError/Code/unsupported``.
    public var language: LanguageTag?

    /// One voice of the provider, by ``Voice/id``. It wins over ``language``.
    public var voice: String?

    /// How fast, as a multiple of normal speed; 0.3…3. `nil` leaves it to the configuration.
    public var rate: Double?

    /// How high, as a multiple of the voice's own pitch; 0.5…2. `nil` is the voice's own.
    public var pitch: Double?

    /// How loud, as a part of the usual loudness; 0…1. `nil` is the usual one.
    public var volume: Double?

    /// How long to pause between two words, besides what the voice does itself; 0…5 s. `nil` is no pause.
    public var wordGap: Duration?

    /// Whether the same request must give the same audio, to the byte, whatever was spoken before it and beside it.
    ///
    /// It may cost time. A provider that cannot promise it refuses with ``ServiceError/Code/unsupported``.
    public var isDeterministic: Bool

    /// Words that are to be said otherwise than the provider would; of two for one word the later counts.
    ///
    /// A provider that cannot be told refuses with ``ServiceError/Code/unsupported``.
    public var pronunciations: [Pronunciation]

    /// Which marks the stream shall carry.
    public var marks: Set<SpeechMark.Kind>

    /// Creates a request.
    public init(
        text: String,
        language: LanguageTag? = nil,
        voice: String? = nil,
        rate: Double? = nil,
        pitch: Double? = nil,
        volume: Double? = nil,
        wordGap: Duration? = nil,
        isDeterministic: Bool = false,
        pronunciations: [Pronunciation] = [],
        marks: Set<SpeechMark.Kind> = []
    ) {
        self.text = text
        self.language = language
        self.voice = voice
        self.rate = rate
        self.pitch = pitch
        self.volume = volume
        self.wordGap = wordGap
        self.isDeterministic = isDeterministic
        self.pronunciations = pronunciations
        self.marks = marks
    }

    /// The rates that the protocol knows, as multiples of normal speed.
    public static let rates: ClosedRange<Double> = 0.3...3

    /// The pitches that the protocol knows, as multiples of the voice's own.
    public static let pitches: ClosedRange<Double> = 0.5...2

    /// The volumes that the protocol knows, as parts of the usual loudness.
    public static let volumes: ClosedRange<Double> = 0...1

    /// The pauses between words that the protocol knows.
    public static let wordGaps: ClosedRange<Duration> = .zero ... .seconds(5)

    /// Checks what every provider must check.
    ///
    /// - Throws: ``ServiceError/Code/invalidRequest`` for text in which nothing can be spoken (empty, white
    ///   space, control and zero-width characters), or a rate, pitch, volume or word gap out of range.
    public func validate() throws(ServiceError) {
        if BlankText.isBlank(text) {
            throw ServiceError(.invalidRequest, "the text to speak is empty")
        }
        for (name, value, range, remedy) in [
            ("rate", rate, Self.rates, "use 0.3 (slow) to 3 (fast); 1 is normal"),
            ("pitch", pitch, Self.pitches, "use 0.5 (low) to 2 (high); 1 is the voice's own"),
            ("volume", volume, Self.volumes, "use 0 (silent) to 1 (as loud as usual)"),
        ] {
            if let value, !range.contains(value) {
                throw ServiceError(.invalidRequest, "a \(name) of \(value) is out of range", remedy: remedy)
            }
        }
        if let wordGap, !Self.wordGaps.contains(wordGap) {
            throw ServiceError(
                .invalidRequest,
                "a gap of \(wordGap) between words is out of range",
                remedy: "use 0 to 5 seconds"
            )
        }
    }
}
