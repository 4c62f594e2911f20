/// Something about a sentence that was looked at before it was given out.
///
/// The set is open: a provider may check more than is named here.
public struct SentenceCheck: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The name, in lower case with hyphens: `one-sentence`.
    public let rawValue: String

    /// Names a check.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The name.
    public var description: String { rawValue }

    /// It was made of parts that fit together: right forms, articles and agreement follow from how it was written.
    public static let grammarByConstruction = SentenceCheck(rawValue: "grammar-by-construction")
    /// The word stands in it, in one of its forms, at the place that is told.
    public static let word = SentenceCheck(rawValue: "word")
    /// The answer of a service had the form that was asked for.
    public static let shape = SentenceCheck(rawValue: "shape")
    /// The answer of a service came to its end and was not cut off.
    public static let finish = SentenceCheck(rawValue: "finish")
    /// The service has not refused.
    public static let refusal = SentenceCheck(rawValue: "refusal")
    /// It is one sentence, from its first letter to its end mark.
    public static let oneSentence = SentenceCheck(rawValue: "one-sentence")
    /// It is as long as it may be.
    public static let length = SentenceCheck(rawValue: "length")
    /// It is written in the script of its language.
    public static let script = SentenceCheck(rawValue: "script")
    /// It looks like its language.
    public static let language = SentenceCheck(rawValue: "language")
    /// Nobody speaks about the sentence in it: *Sure! Here is…*
    public static let preamble = SentenceCheck(rawValue: "preamble")
    /// There is no markup, no address of the web and no control character in it.
    public static let markup = SentenceCheck(rawValue: "markup")
    /// It is no copy of what was asked.
    public static let echo = SentenceCheck(rawValue: "echo")
    /// It is not the same as another sentence of the answer, or one that is to be avoided.
    public static let duplicate = SentenceCheck(rawValue: "duplicate")
    /// Nothing in it is on the list of words that do not belong before learners.
    public static let blocklist = SentenceCheck(rawValue: "blocklist")
    /// It is no harder than the level that was asked for, by the words that are known to be.
    public static let level = SentenceCheck(rawValue: "level")
}
