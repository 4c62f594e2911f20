/// A provider that turns text into audio.
public protocol SpeechProvider: ServiceProvider {
    /// The values for request fields that are `nil`. The default implementation returns empty defaults; a wrapper
    /// returns the defaults of its upstream.
    var defaults: SpeechDefaults { get }

    /// The voices that match a query, sorted by quality (best first), language and name.
    ///
    /// - Throws: ``ServiceError`` if the list is not available. If no voice matches, the list is empty.
    func voices(matching query: VoiceQuery) async throws -> [Voice]

    /// Synthesizes a text.
    ///
    /// - Returns: A pull-based stream; see ``SpeechStream``.
    /// - Throws: ``ServiceError``: ``ServiceError/Code/invalidRequest`` for a request that is invalid for every
    ///   provider, ``ServiceError/Code/unsupported`` for a language, voice, rate or mark that this provider does not
    ///   support.
    func synthesize(_ request: SpeechRequest) async throws -> SpeechStream
}

extension SpeechProvider {
    /// No defaults.
    public var defaults: SpeechDefaults { SpeechDefaults() }
}

/// A request to speak a text.
public struct SpeechRequest: Sendable, Hashable, Codable {
    /// The plain text, without markup: a word, a sentence or a few paragraphs.
    ///
    /// Text that is empty or contains nothing that can be spoken causes ``ServiceError/Code/invalidRequest``.
    public var text: String

    /// The language or accent: `en-AU`. `nil` uses the configured value.
    ///
    /// A provider never substitutes another accent: an unsupported accent causes ``ServiceError/Code/unsupported``.
    public var language: LanguageTag?

    /// The provider's voice, by ``Voice/id``. It overrides ``language``.
    public var voice: String?

    /// The speed as a multiple of normal speed, 0.3…3. `nil` uses the configured value.
    public var rate: Double?

    /// The pitch as a multiple of the voice's default, 0.5…2. `nil` uses the default.
    public var pitch: Double?

    /// The volume as a fraction of the default, 0…1. `nil` uses the default.
    public var volume: Double?

    /// The additional pause between words, 0…5 s. `nil` means no pause.
    public var wordGap: Duration?

    /// Whether identical requests must produce byte-identical audio, regardless of earlier and concurrent requests.
    ///
    /// This may be slower. A provider that cannot guarantee it throws ``ServiceError/Code/unsupported``.
    public var isDeterministic: Bool

    /// Pronunciations that override the provider's own. If a word is listed more than once, the last pronunciation
    /// applies.
    ///
    /// A provider without support for pronunciations throws ``ServiceError/Code/unsupported``.
    public var pronunciations: [Pronunciation]

    /// The kinds of marks to include in the stream.
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

    /// The allowed rates, as multiples of normal speed.
    public static let rates: ClosedRange<Double> = 0.3...3

    /// The allowed pitches, as multiples of the voice's default.
    public static let pitches: ClosedRange<Double> = 0.5...2

    /// The allowed volumes, as fractions of the default.
    public static let volumes: ClosedRange<Double> = 0...1

    /// The allowed pauses between words.
    public static let wordGaps: ClosedRange<Duration> = .zero ... .seconds(5)

    /// Checks the constraints that apply to every provider.
    ///
    /// - Throws: ``ServiceError/Code/invalidRequest`` for text that contains nothing that can be spoken (empty, or only
    ///   white space, control and zero-width characters), or a rate, pitch, volume or word gap out of range.
    public func validate() throws(ServiceError) {
        if BlankText.isBlank(text) {
            throw ServiceError(.invalidRequest, "the text to speak is empty")
        }
        for (name, value, range, remedy) in [
            ("rate", rate, Self.rates, "use 0.3 (slow) to 3 (fast); 1 is normal"),
            ("pitch", pitch, Self.pitches, "use 0.5 (low) to 2 (high); 1 is the voice's default"),
            ("volume", volume, Self.volumes, "use 0 (silent) to 1 (default volume)"),
        ] {
            if let value, !range.contains(value) {
                throw ServiceError(.invalidRequest, "a \(name) of \(value) is out of range", remedy: remedy)
            }
        }
        if let wordGap, !Self.wordGaps.contains(wordGap) {
            throw ServiceError(
                .invalidRequest,
                "a word gap of \(wordGap) is out of range",
                remedy: "use 0 to 5 seconds"
            )
        }
    }
}
