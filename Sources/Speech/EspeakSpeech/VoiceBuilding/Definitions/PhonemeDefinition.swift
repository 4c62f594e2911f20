import LanguageServices

/// The definition of one phoneme in `phonemes.txt`.
struct PhonemeDefinition: Sendable, Hashable {
    /// espeak-ng's name of the phoneme, at most four bytes.
    var mnemonic: String
    /// The phoneme from which all undefined properties are inherited.
    var model: Reference?
    /// The length of a vowel, in milliseconds.
    var length: Int?
    /// The vowel class at its start. For example, `e` means that a preceding sound glides to a mid front vowel.
    var begins: VowelClass?
    /// The vowel class at its end.
    var ends: VowelClass?
    /// The statements. They are executed in order until one of them produces a sound, which completes the phoneme.
    var statements: [PhonemeStatement] = []
    /// The location of the definition, for messages.
    var location: DefinitionLocation

    /// A phoneme in an installed table.
    struct Reference: Sendable, Hashable {
        /// The name of the table; `nil` for the accent's base table.
        var table: String?
        var mnemonic: String
    }

    /// The classes that determine how neighbouring sounds adapt to a vowel.
    enum VowelClass: String, Sendable, CaseIterable {
        case central, a, e, i, o, u

        /// The name of the class in the installed tables.
        var mnemonic: String { self == .central ? "#@" : "#\(rawValue)" }
    }
}

/// One statement in a phoneme's definition, with its conditions.
struct PhonemeStatement: Sendable, Hashable {
    var action: Action
    /// The conditions; empty for an unconditional statement.
    var conditions: [PhonemeCondition] = []
    /// The location, for messages.
    var location: DefinitionLocation

    enum Action: Sendable, Hashable {
        /// The displayed symbol.
        case symbol(String)
        /// The length, in milliseconds.
        case length(Int)
        /// Replaces this phoneme with another one.
        case become(String)
        /// Replaces this phoneme with another one in the most reduced syllables.
        case reduce(String)
        /// Appends a phoneme.
        case append(String)
        /// Inserts a phoneme before this one.
        case insert(String)
        /// Appends a phoneme if the next phoneme is a vowel.
        case link(String)
        /// Uses the sound of an installed phoneme, including that phoneme's rules.
        case likePhoneme(PhonemeDefinition.Reference)
        /// Plays an installed formant sequence at a percentage of its amplitude.
        case sequence(String, loudness: Int)
        /// Plays one of the accent's formant tracks.
        case track(FormantTrack)
        /// Plays a track that is defined elsewhere under a name.
        case namedTrack(String)

        /// Whether the statement completes the phoneme.
        var isLast: Bool {
            switch self {
            case .become, .likePhoneme, .sequence, .track, .namedTrack: true
            case .symbol, .length, .reduce, .append, .insert, .link: false
            }
        }
    }
}

/// A location in a definition file.
struct DefinitionLocation: Sendable, Hashable {
    var path: String
    var line: Int
    var column: Int

    init(_ line: DefinitionText.Line, _ word: DefinitionText.Word? = nil) {
        path = line.path
        self.line = line.number
        column = word?.column ?? line.words.first?.column ?? 1
    }

    /// The location as the prefix of a message.
    var text: String { "\(path):\(line):\(column)" }

    /// An error that includes the location.
    func problem(_ message: String, remedy: String? = nil) -> ServiceError {
        ServiceError(.configuration, "\(text): \(message)", remedy: remedy)
    }
}

/// A condition for a statement, which tests this phoneme or one of its neighbours.
struct PhonemeCondition: Sendable, Hashable {
    /// The tested phoneme, as numbered by espeak-ng.
    var position: UInt16
    /// Whether the result is negated.
    var isNegated: Bool
    /// The tested property.
    var property: Property
    /// Whether this condition is joined to the next one by `or` instead of `and`.
    var joinsNextByOr = false

    /// A property of a phoneme.
    enum Property: Sendable, Hashable {
        /// Whether it is a particular phoneme, whose code is determined at link time.
        case phoneme(String)
        /// Whether it has the property with a given espeak-ng number.
        case kind(UInt16)
    }

    /// The phonemes that can be tested, with their numbers in a program. Numbers from 6 are stored in an additional
    /// word after the condition.
    static let positions: KeyValuePairs<String, UInt16> = [
        "previous": 0, "this": 1, "next": 2, "after-next": 3, "next-in-word": 4, "previous-in-word": 5,
        "after-next-in-word": 6, "next-vowel-in-word": 7, "previous-vowel-in-word": 8, "before-previous-in-word": 10,
    ]

    /// The properties, by name. The upper three bits of a number select what is compared: the type, the place of
    /// articulation, a flag of the phoneme, or its context.
    static let kinds: [String: UInt16] = [
        "pause": 0x00, "vowel": 0x02, "liquid": 0x03, "voiceless-plosive": 0x04, "voiced-plosive": 0x05,
        "voiceless-fricative": 0x06, "voiced-fricative": 0x07, "nasal": 0x08,
        "bilabial": 0x21, "labiodental": 0x22, "dental": 0x23, "alveolar": 0x24, "palato-alveolar": 0x26,
        "palatal-place": 0x27, "velar": 0x28,
        "sibilant": 0x45, "palatal": 0x49, "long": 0x55, "rhotic": 0x57,
        "diminished": 0x80, "unstressed": 0x81, "not-stressed": 0x82, "stressed": 0x83, "most-stressed": 0x84,
        "after-stress": 0x89, "consonant": 0x8A, "last-vowel": 0x8B, "voiced": 0x8C, "first-vowel": 0x8D,
        "second-vowel": 0x8E, "from-dictionary": 0x90, "before-break": 0x91, "word-start": 0x92, "word-end": 0x93,
    ]
}

/// The first three formants of a vowel as they change over time.
///
/// All other values (higher formants, amplitude, bandwidths) are taken from an installed formant sequence or
/// interpolated between two of them.
struct FormantTrack: Sendable, Hashable {
    /// The installed sequence that supplies the other values at the start.
    var shape: String
    /// The installed sequence that supplies the other values at the end; `nil` to use the same one as at the start.
    var endShape: String?
    /// The targets, of which there are at least two. The second one is the centre of the vowel; everything before it is
    /// the onset.
    var targets: [Target] = []

    /// The formant frequencies at one point in time.
    struct Target: Sendable, Hashable {
        /// F1 in hertz.
        var first: Int
        /// F2 in hertz.
        var second: Int
        /// F3 in hertz.
        var third: Int
        /// The time to the next target in milliseconds, at normal speed; 0 for the last one.
        var duration: Int
    }

    /// The valid range of frequencies in hertz, and of durations in milliseconds.
    static let frequencies = 50...6000
    static let durations = 0...255
    /// The library's limit for the number of targets.
    static let maximumTargets = 24
}
