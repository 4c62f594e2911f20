public import LanguageServices

/// Who speaks a field, and in which language.
public struct FieldVoice: Sendable, Hashable {
    /// The language or accent; `nil` leaves it to the configuration.
    public var language: LanguageTag?

    /// One voice of the provider. It wins over ``language``.
    public var voice: String?

    /// Creates a choice; without arguments it is left to the configuration.
    public init(language: LanguageTag? = nil, voice: String? = nil) {
        self.language = language
        self.voice = voice
    }
}

/// A text and who speaks it, as a batch asks for it: the same text in two accents is two texts.
struct VoicedText: Sendable, Hashable {
    let voice: FieldVoice
    let text: String

    /// What separates the parts in a batch; no field has a control character left when it is read aloud.
    private static let separator: Character = "\u{1F}"

    init(_ text: String, _ voice: FieldVoice) {
        self.voice = voice
        self.text = text
    }

    /// Reads what ``batchText`` has written.
    init?(batchText: String) {
        let parts = batchText.split(separator: Self.separator, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        let language = LanguageTag(String(parts[0]))
        guard language != nil || parts[0].isEmpty else { return nil }
        voice = FieldVoice(language: language, voice: parts[1].isEmpty ? nil : String(parts[1]))
        text = String(parts[2])
    }

    /// The text as the batch knows it.
    var batchText: String {
        let separator = Self.separator
        return "\(voice.language?.text ?? "")\(separator)\(voice.voice ?? "")\(separator)\(text)"
    }

    /// The text in a batch text, without who speaks it.
    static func wording(of batchText: String) -> String { VoicedText(batchText: batchText)?.text ?? batchText }
}
