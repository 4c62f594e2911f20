/// What kind of word a word is.
///
/// The set is open, since dictionaries know kinds that no list foresees; what is named here is understood everywhere.
public struct PartOfSpeech: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The English name, in lower case: `noun`.
    public let rawValue: String

    /// Names a part of speech.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The English name.
    public var description: String { rawValue }

    /// A noun.
    public static let noun = PartOfSpeech(rawValue: "noun")
    /// A name: *London*.
    public static let properNoun = PartOfSpeech(rawValue: "proper noun")
    /// A verb.
    public static let verb = PartOfSpeech(rawValue: "verb")
    /// An adjective.
    public static let adjective = PartOfSpeech(rawValue: "adjective")
    /// An adverb.
    public static let adverb = PartOfSpeech(rawValue: "adverb")
    /// A pronoun.
    public static let pronoun = PartOfSpeech(rawValue: "pronoun")
    /// An article or another determiner: *the*, *this*, *every*.
    public static let determiner = PartOfSpeech(rawValue: "determiner")
    /// A preposition or postposition.
    public static let preposition = PartOfSpeech(rawValue: "preposition")
    /// A conjunction.
    public static let conjunction = PartOfSpeech(rawValue: "conjunction")
    /// A numeral.
    public static let numeral = PartOfSpeech(rawValue: "numeral")
    /// An interjection.
    public static let interjection = PartOfSpeech(rawValue: "interjection")
    /// A particle.
    public static let particle = PartOfSpeech(rawValue: "particle")
    /// An idiom, a greeting, a contraction: more than a word, or less than a sentence.
    public static let phrase = PartOfSpeech(rawValue: "phrase")
    /// A prefix.
    public static let prefix = PartOfSpeech(rawValue: "prefix")
    /// A suffix.
    public static let suffix = PartOfSpeech(rawValue: "suffix")
    /// An abbreviation.
    public static let abbreviation = PartOfSpeech(rawValue: "abbreviation")

    /// All that are named here, in the order in which help shows them.
    public static let known: [PartOfSpeech] = [
        .noun, .properNoun, .verb, .adjective, .adverb, .pronoun, .determiner, .preposition, .conjunction, .numeral,
        .interjection, .particle, .phrase, .prefix, .suffix, .abbreviation,
    ]
}
