/// Where a note stands in a deck, for a message: `words.tsv:12`, `note 1690000000000`.
///
/// It becomes a text when somebody wants to see it, which of most notes nobody does.
public struct NotePlace: Sendable, Hashable, CustomStringConvertible {
    private let words: String
    private let number: Int64?

    /// A place in words, and a number behind them where there is one: `words.tsv:` and the line.
    public init(_ words: String, number: Int64? = nil) {
        self.words = words
        self.number = number
    }

    /// The place as a message shows it.
    public var description: String { number.map { "\(words)\($0)" } ?? words }
}

extension NotePlace {
    /// Whether two places are shown alike.
    public static func == (first: Self, second: Self) -> Bool { first.description == second.description }

    /// Hashes what is shown.
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension NotePlace: ExpressibleByStringLiteral {
    /// A place in words.
    public init(stringLiteral words: String) { self.init(words) }
}
