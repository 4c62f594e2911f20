public import LanguageServices
import Synchronization

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

/// A field that is spoken, and where its sound goes.
public struct SpokenField: Sendable, Hashable {
    /// The field that is read aloud, by its name or its number from 1.
    public var source: String

    /// The field that the sound is put in; `nil` for the field itself, behind what it holds.
    public var destination: String?

    /// Who speaks.
    public var voice: FieldVoice

    /// Creates a field.
    public init(_ source: String, into destination: String? = nil, voice: FieldVoice = FieldVoice()) {
        self.source = source
        self.destination = destination
        self.voice = voice
    }
}

/// What the user should know of texts that were spoken, counted.
final class NoticeLog: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    /// So many different ones are kept; a notice may quote its text.
    private static let most = 100

    /// Counts the notices of a text.
    func add(_ notices: [String]) {
        counts.withLock { counts in
            for notice in notices where counts[notice] != nil || counts.count < Self.most {
                counts[notice, default: 0] += 1
            }
        }
    }

    /// A line for each, the most frequent first.
    var lines: [String] {
        let sorted = counts.withLock { $0 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        return sorted.map { notice, count in count == 1 ? notice : "\(count) texts: \(notice)" }
    }
}
