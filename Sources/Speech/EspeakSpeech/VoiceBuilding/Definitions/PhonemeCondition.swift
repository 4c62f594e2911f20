/// When a statement of a phoneme applies: a look at this phoneme or at one beside it.
struct PhonemeCondition: Sendable, Hashable {
    /// Which phoneme is looked at.
    var position: Position
    /// Whether the answer is turned round.
    var isNegated: Bool
    /// What is asked of it.
    var property: Property
    /// How the condition is joined to the one behind it, if there is one.
    var joinsNextByOr = false

    /// Which phoneme is looked at, as espeak-ng numbers them.
    enum Position: String, Sendable, CaseIterable {
        case previous
        case this
        case next
        case afterNext = "after-next"
        case nextInWord = "next-in-word"
        case previousInWord = "previous-in-word"
        case afterNextInWord = "after-next-in-word"
        case nextVowelInWord = "next-vowel-in-word"
        case previousVowelInWord = "previous-vowel-in-word"
        case beforePreviousInWord = "before-previous-in-word"

        /// The number in a program; from 6 on it stands in a word of its own behind the condition.
        var number: UInt16 {
            switch self {
            case .previous: 0
            case .this: 1
            case .next: 2
            case .afterNext: 3
            case .nextInWord: 4
            case .previousInWord: 5
            case .afterNextInWord: 6
            case .nextVowelInWord: 7
            case .previousVowelInWord: 8
            case .beforePreviousInWord: 10
            }
        }
    }

    /// What is asked of a phoneme.
    enum Property: Sendable, Hashable {
        /// Whether it is this one; the mnemonic is looked up when the program is made.
        case phoneme(String)
        /// Whether it has a property, by espeak-ng's number of it.
        case kind(UInt16)
    }

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
