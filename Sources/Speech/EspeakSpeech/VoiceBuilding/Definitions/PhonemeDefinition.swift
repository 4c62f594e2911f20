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
    var place: DefinitionPlace

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
    var place: DefinitionPlace

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
struct DefinitionPlace: Sendable, Hashable {
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
}
