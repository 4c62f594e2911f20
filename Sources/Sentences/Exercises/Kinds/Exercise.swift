import Language
public import LanguageServices
import SentenceChecks

/// The kind of an exercise.
public enum ExerciseKind: String, Sendable, Hashable, Codable, CaseIterable {
    /// ``MultipleChoice``.
    case choice
    /// ``ClozeExercise``.
    case cloze
    /// ``MatchingPairs``.
    case match
    /// ``Ordering``.
    case order
}

/// An exercise of any kind.
public enum Exercise: Sendable, Hashable {
    /// A question with several answers from which to choose.
    case choice(MultipleChoice)
    /// A sentence with a gap.
    case cloze(ClozeExercise)
    /// Words and meanings to match.
    case match(MatchingPairs)
    /// Words to put in order.
    case order(Ordering)

    /// The kind of the exercise.
    public var kind: ExerciseKind {
        switch self {
        case .choice: .choice
        case .cloze: .cloze
        case .match: .match
        case .order: .order
        }
    }

    /// Judges a typed answer. Each kind of exercise documents the formats that it accepts.
    ///
    /// - Parameters:
    ///   - text: The answer.
    ///   - language: The language being learned.
    public func verdict(_ text: String, language: LanguageTag? = nil) -> Verdict {
        switch self {
        case .choice(let exercise): exercise.verdict(text, language: language)
        case .cloze(let exercise): exercise.verdict(text, language: language)
        case .match(let exercise): exercise.verdict(text)
        case .order(let exercise): exercise.verdict(text, language: language)
        }
    }
}

extension Exercise: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind, choice, cloze, match, order
    }

    /// Decodes an exercise.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self =
            switch try values.decode(ExerciseKind.self, forKey: .kind) {
            case .choice: .choice(try values.decode(MultipleChoice.self, forKey: .choice))
            case .cloze: .cloze(try values.decode(ClozeExercise.self, forKey: .cloze))
            case .match: .match(try values.decode(MatchingPairs.self, forKey: .match))
            case .order: .order(try values.decode(Ordering.self, forKey: .order))
            }
    }

    /// Encodes the kind, and the exercise under the name of its kind.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(kind, forKey: .kind)
        switch self {
        case .choice(let exercise): try values.encode(exercise, forKey: .choice)
        case .cloze(let exercise): try values.encode(exercise, forKey: .cloze)
        case .match(let exercise): try values.encode(exercise, forKey: .match)
        case .order(let exercise): try values.encode(exercise, forKey: .order)
        }
    }
}

/// Compares a typed answer with the accepted ones.
struct TypedAnswer {
    private let folding: HeadwordFolding
    private let text: String

    init(_ text: String, language: LanguageTag?) {
        folding = HeadwordFolding(language: language?.language ?? "")
        self.text = HeadwordFolding.composed(AnswerKeys.start(of: text))
    }

    /// The verdict, ignoring case and surrounding spaces. An answer that differs only in its accents is almost right.
    func verdict(accepting accepted: [String]) -> Verdict {
        let own = Self.plain(text)
        guard !own.isEmpty else { return .wrong }
        if accepted.contains(where: { Self.plain(HeadwordFolding.composed($0)) == own }) { return .right }
        return isSame(as: accepted) ? .almost : .wrong
    }

    /// Whether the answer has the same letters as an accepted one, in the same order; all other characters are ignored.
    func isSame(as accepted: [String]) -> Bool {
        let key = folding.key(text)
        return !key.isEmpty && accepted.contains { folding.key($0) == key }
    }

    private static func plain(_ text: String) -> [UInt8] {
        let words = text.lowercased().split(whereSeparator: \.isWhitespace)
        return Array(words.joined(separator: " ").replacing("’", with: "'").utf8)
    }
}

/// The verdict on an answer.
public enum Verdict: String, Sendable, Hashable, Codable {
    /// Right.
    case right
    /// Right except for accents, or for capitalisation where it matters.
    case almost
    /// Wrong.
    case wrong
}
