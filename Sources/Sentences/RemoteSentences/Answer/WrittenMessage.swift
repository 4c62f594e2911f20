import RemoteService

/// The message of a model as it is written.
struct WrittenMessage: Sendable {
    /// How a message ended.
    enum End: Sendable, Hashable {
        /// The model had said what it had to say.
        case whole
        /// There was no more room for it.
        case length
        /// The model, or a filter, did not want to.
        case refusal
        /// The model went on writing what is no answer any more, and was not waited for.
        case astray
    }

    /// How it ended; `nil` as long as it goes on.
    private(set) var end: End?

    /// How many scalars have come; those of a thought do not count any more once it has ended.
    private(set) var count = 0

    /// Whether a thought has begun that has not ended yet.
    private(set) var isThinking = false

    /// What a model says instead of an answer; `nil` when it did not refuse.
    private(set) var refusal: String?

    /// How the message begins, as far as it takes to see that it is no answer.
    private(set) var opening = ""

    /// How many tokens were taken, as far as the server says it.
    var tokens = TokenCount()

    /// A guess at how many tokens the model has written, thoughts and all.
    private(set) var guess = TokenGuess()

    /// What has come and was not taken yet.
    private var waiting = ""
    private var isBeginning = true

    /// Adds a piece.
    mutating func add(_ text: String) {
        waiting += text
        guess.add(text)
        count += text.unicodeScalars.count
        if isBeginning {
            let start = waiting.drop(while: \.isWhitespace)
            // Whether it begins with a thought must be known before anything is taken.
            if start.utf8.count < Self.thought.utf8.count, Self.thought.hasPrefix(start) { return }
            isBeginning = false
            isThinking = start.hasPrefix(Self.thought)
        }
        guard isThinking else { return }
        if let thoughtEnd = waiting.firstRange(of: Self.thoughtEnd) {
            waiting = String(waiting[thoughtEnd.upperBound...])
            isThinking = false
            count = 0
        } else {
            // The end may stand in two pieces.
            waiting = String(waiting.suffix(Self.thoughtEnd.count))
        }
    }

    /// The model refuses.
    mutating func refuse(_ words: String) {
        refusal = String(((refusal ?? "") + words).prefix(2000))
        count += words.unicodeScalars.count
    }

    /// The message has come to its end. What was said of the end first counts.
    mutating func end(_ end: End) { self.end = self.end ?? end }

    /// What has been written since this was asked last, without thoughts.
    mutating func take() -> String {
        guard !isThinking, !isBeginning else { return "" }
        defer { waiting = "" }
        if opening.utf8.count < 500 { opening += waiting.prefix(500) }
        return waiting
    }

    private static let thought = "<think"
    private static let thoughtEnd = "</think>"
}
