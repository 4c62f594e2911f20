import LanguageServices

/// How an accent says one phoneme, as `phonemes.txt` has it.
struct PhonemeDefinition: Sendable, Hashable {
    /// espeak-ng's name of the phoneme, at most four bytes.
    var mnemonic: String
    /// The phoneme that it takes everything from that is not said here.
    var model: Reference?
    /// The length in milliseconds, for vowels.
    var length: Int?
    /// The class of vowels that it begins like: `e` means that what stands before it goes over to a front mid vowel.
    var begins: VowelClass?
    /// The class of vowels that it ends like.
    var ends: VowelClass?
    /// What is done, in order, until a sound ends it.
    var statements: [PhonemeStatement] = []
    /// Where it is defined, for messages.
    var place: DefinitionLocation

    /// A phoneme of an installed table.
    struct Reference: Sendable, Hashable {
        /// The table, or `nil` for the one that the accent builds on.
        var table: String?
        var mnemonic: String
    }

    /// The classes by which neighbours are adapted to a vowel.
    enum VowelClass: String, Sendable, CaseIterable {
        case central, a, e, i, o, u

        /// What the class is called in the installed tables.
        var mnemonic: String { self == .central ? "#@" : "#\(rawValue)" }
    }
}

/// One statement of a phoneme, and when it applies.
struct PhonemeStatement: Sendable, Hashable {
    var action: Action
    /// All that is asked before; nothing for a statement that always applies.
    var conditions: [PhonemeCondition] = []
    /// Where it stands, for messages.
    var place: DefinitionLocation

    enum Action: Sendable, Hashable {
        /// The symbol that is shown.
        case symbol(String)
        /// The length, in milliseconds.
        case length(Int)
        /// Becomes another phoneme.
        case become(String)
        /// Becomes another phoneme in the weakest syllables.
        case reduce(String)
        /// Another phoneme follows.
        case append(String)
        /// Another phoneme goes before.
        case insert(String)
        /// Another phoneme follows if the next one is a vowel.
        case link(String)
        /// Sounds as an installed phoneme does, with that one's own rules.
        case likePhoneme(PhonemeDefinition.Reference)
        /// Sounds as an installed formant sequence, at a percentage of its loudness.
        case sequence(String, loudness: Int)
        /// Sounds as a track of our own.
        case track(FormantTrack)
        /// Sounds as a track that is defined under a name.
        case namedTrack(String)

        /// Whether nothing behind it is done any more.
        var isLast: Bool {
            switch self {
            case .become, .likePhoneme, .sequence, .track, .namedTrack: true
            case .symbol, .length, .reduce, .append, .insert, .link: false
            }
        }
    }
}

/// Where something stands in a definition.
struct DefinitionLocation: Sendable, Hashable {
    var path: String
    var line: Int
    var column: Int

    init(_ line: DefinitionText.Line, _ word: DefinitionText.Word? = nil) {
        path = line.path
        self.line = line.number
        column = word?.column ?? line.words.first?.column ?? 1
    }

    /// The place as it stands before a message.
    var text: String { "\(path):\(line):\(column)" }

    /// An error that names the place.
    func problem(_ message: String, remedy: String? = nil) -> ServiceError {
        ServiceError(.configuration, "\(text): \(message)", remedy: remedy)
    }
}

/// When a statement of a phoneme applies: a look at this phoneme or at one beside it.
struct PhonemeCondition: Sendable, Hashable {
    /// Which phoneme is looked at, as espeak-ng numbers them.
    var position: UInt16
    /// Whether the answer is turned round.
    var isNegated: Bool
    /// What is asked of it.
    var property: Property
    /// How the condition is joined to the one behind it, if there is one.
    var joinsNextByOr = false

    /// What is asked of a phoneme.
    enum Property: Sendable, Hashable {
        /// Whether it is this one; the mnemonic is looked up when the program is made.
        case phoneme(String)
        /// Whether it has a property, by espeak-ng's number of it.
        case kind(UInt16)
    }

    /// The phonemes that can be looked at, with their numbers in a program; from 6 on a number stands in a word of its own
    /// behind the condition.
    static let positions: KeyValuePairs<String, UInt16> = [
        "previous": 0, "this": 1, "next": 2, "after-next": 3, "next-in-word": 4, "previous-in-word": 5,
        "after-next-in-word": 6, "next-vowel-in-word": 7, "previous-vowel-in-word": 8, "before-previous-in-word": 10,
    ]

    /// The properties by name. The number's upper three bits say what is compared: the type, the place of articulation, a
    /// flag of the phoneme, or something of its surroundings.
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

/// The first three formants of a vowel from its beginning to its end.
///
/// What is not said (the higher formants, loudness, widths of the formants) is taken from an installed formant sequence,
/// or blended from one into another.
struct FormantTrack: Sendable, Hashable {
    /// The installed sequence that the beginning takes its other values from.
    var shape: String
    /// The installed sequence that the end takes its other values from, or `nil` for the same one.
    var endShape: String?
    /// The targets, at least two. The second is the middle of the vowel: what comes before it is the onset.
    var targets: [Target] = []

    /// Where the formants are at one moment.
    struct Target: Sendable, Hashable {
        /// Hertz.
        var first: Int
        /// Hertz.
        var second: Int
        /// Hertz.
        var third: Int
        /// Milliseconds to the next target, at normal speed; 0 for the last.
        var duration: Int
    }

    /// What a target's values may be, in hertz; and in milliseconds.
    static let frequencies = 50...6000
    static let durations = 0...255
    /// The library reads no more.
    static let mostTargets = 24
}
