package import JSON

/// The message of a model as it is written.
package struct WrittenMessage: Sendable {
    /// How a message ended.
    package enum End: Sendable, Hashable {
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
    package private(set) var end: End?

    /// How many scalars have come; those of a thought do not count any more once it has ended.
    package private(set) var count = 0

    /// Whether a thought has begun that has not ended yet.
    package private(set) var isThinking = false

    /// What a model says instead of an answer; `nil` when it did not refuse.
    package private(set) var refusal: String?

    /// How the message begins, as far as it takes to see that it is no answer.
    package private(set) var opening = ""

    /// How many tokens were taken, as far as the server says it.
    package var tokens = TokenCount()

    /// A guess at how many tokens the model has written, thoughts and all.
    package private(set) var guess = TokenGuess()

    /// What has come and was not taken yet.
    private var waiting = ""
    private var isBeginning = true

    /// A message of which nothing has come.
    package init() {}

    /// Adds a piece.
    package mutating func add(_ text: String) {
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
    package mutating func refuse(_ words: String) {
        refusal = String(((refusal ?? "") + words).prefix(2000))
        count += words.unicodeScalars.count
    }

    /// The message has come to its end. What was said of the end first counts.
    package mutating func end(_ end: End) { self.end = self.end ?? end }

    /// What has been written since this was asked last, without thoughts.
    package mutating func take() -> String {
        guard !isThinking, !isBeginning else { return "" }
        defer { waiting = "" }
        if opening.utf8.count < 500 { opening += waiting.prefix(500) }
        return waiting
    }

    /// Adds the first choice of an answer, or of a piece of one, in the form of OpenAI's chat completions.
    ///
    /// - Returns: Whether there is one; the last piece may hold nothing but the count of tokens.
    package mutating func addChoice(of json: JSONNode) -> Bool {
        tokens.report(json["usage"])
        guard let choice = json["choices"]?.elements?.first(where: { ($0["index"]?.number?.int ?? 0) == 0 }) else {
            return false
        }
        let piece = choice["delta"] ?? choice["message"]
        if let text = piece?["content"]?.string { add(text) }
        for part in piece?["content"]?.elements ?? [] {
            if let text = part["text"]?.string { add(text) }
        }
        if let words = piece?["refusal"]?.string, !words.isEmpty { refuse(words) }
        switch choice["finish_reason"]?.string {
        case nil: break
        case "length"?: end(.length)
        case "content_filter"?:
            refuse("its filter keeps the answer back")
            end(.refusal)
        default: end(.whole)
        }
        return true
    }

    private static let thought = "<think"
    private static let thoughtEnd = "</think>"
}
