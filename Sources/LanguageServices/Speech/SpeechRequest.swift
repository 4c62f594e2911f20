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

    /// Which marks the stream shall carry.
    public var marks: Set<SpeechMark.Kind>

    /// Creates a request.
    public init(
        text: String,
        language: LanguageTag? = nil,
        voice: String? = nil,
        rate: Double? = nil,
        marks: Set<SpeechMark.Kind> = []
    ) {
        self.text = text
        self.language = language
        self.voice = voice
        self.rate = rate
        self.marks = marks
    }

    /// The rates that the protocol knows, as multiples of normal speed.
    public static let rates: ClosedRange<Double> = 0.3...3

    /// Checks what every provider must check.
    ///
    /// - Throws: ``ServiceError/Code/invalidRequest`` for text in which nothing can be spoken (empty, white
    ///   space, control and zero-width characters) or a rate outside of ``rates``.
    public func validate() throws(ServiceError) {
        if BlankText.isBlank(text) {
            throw ServiceError(.invalidRequest, "the text to speak is empty")
        }
        if let rate, !Self.rates.contains(rate) {
            throw ServiceError(
                .invalidRequest,
                "a rate of \(rate) is out of range",
                remedy: "use 0.3 (slow) to 3 (fast); 1 is normal"
            )
        }
    }
}
