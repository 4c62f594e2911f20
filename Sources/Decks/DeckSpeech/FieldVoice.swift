public import LanguageServices
import Synchronization

/// The voice and language of a field.
public struct FieldVoice: Sendable, Hashable {
    /// The language or accent; `nil` uses the configuration.
    public var language: LanguageTag?

    /// A specific voice from the provider. It takes precedence over ``language``.
    public var voice: String?

    /// Creates a voice choice; by default, both values are taken from the configuration.
    public init(language: LanguageTag? = nil, voice: String? = nil) {
        self.language = language
        self.voice = voice
    }
}

/// A text with its voice, as sent in a batch. The same text in two accents is treated as two texts.
struct VoicedText: Sendable, Hashable {
    let voice: FieldVoice
    let text: String

    /// The delimiter in batch texts. Spoken text never contains control characters.
    private static let separator: Character = "\u{1F}"

    init(_ text: String, _ voice: FieldVoice) {
        self.voice = voice
        self.text = text
    }

    /// Parses a ``batchText``.
    init?(batchText: String) {
        let parts = batchText.split(separator: Self.separator, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        let language = LanguageTag(String(parts[0]))
        guard language != nil || parts[0].isEmpty else { return nil }
        voice = FieldVoice(language: language, voice: parts[1].isEmpty ? nil : String(parts[1]))
        text = String(parts[2])
    }

    /// The text with its voice, as used in the batch.
    var batchText: String {
        let separator = Self.separator
        return "\(voice.language?.text ?? "")\(separator)\(voice.voice ?? "")\(separator)\(text)"
    }

    /// The spoken text within a batch text, without its voice.
    static func wording(of batchText: String) -> String { VoicedText(batchText: batchText)?.text ?? batchText }
}

/// A field to speak and the destination of its sound.
public struct SpokenField: Sendable, Hashable {
    /// The field to speak, by name or by number from 1.
    public var source: String

    /// The destination of the sound; `nil` appends it to the source field.
    public var destination: String?

    /// The voice and language.
    public var voice: FieldVoice

    /// Creates a field.
    public init(_ source: String, into destination: String? = nil, voice: FieldVoice = FieldVoice()) {
        self.source = source
        self.destination = destination
        self.voice = voice
    }
}

/// Counts notices about spoken texts.
final class NoticeLog: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    /// The maximum number of different notices kept. A notice may quote its text, so their number is otherwise
    /// unlimited.
    private static let maximumNotices = 100

    /// Counts the notices about a text.
    func add(_ notices: [String]) {
        counts.withLock { counts in
            for notice in notices where counts[notice] != nil || counts.count < Self.maximumNotices {
                counts[notice, default: 0] += 1
            }
        }
    }

    /// One line per notice, most frequent first.
    var lines: [String] {
        let sorted = counts.withLock { $0 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        return sorted.map { notice, count in count == 1 ? notice : "\(count) texts: \(notice)" }
    }
}
