package import JSON

/// A model's message as it is generated.
package struct WrittenMessage: Sendable {
    /// How a message ended.
    package enum End: Sendable, Hashable {
        /// The model completed the message.
        case whole
        /// The length limit was reached.
        case length
        /// The model or a filter refused.
        case refusal
        /// The model kept generating text that was no longer part of an answer, so it was stopped.
        case astray
    }

    /// How the message ended; `nil` while it is being generated.
    package private(set) var end: End?

    /// The number of scalars so far, excluding completed reasoning.
    package private(set) var count = 0

    /// Whether reasoning has started but not yet ended.
    package private(set) var isThinking = false

    /// The model's refusal; `nil` if it did not refuse.
    package private(set) var refusal: String?

    /// The beginning of the message, long enough to recognise a message that is not an answer.
    package private(set) var opening = ""

    /// The token counts that the server has reported.
    package var tokens = TokenCount()

    /// The estimated number of generated tokens, including reasoning.
    package private(set) var guess = TokenGuess()

    /// The text that has not been taken yet.
    private var waiting = ""
    private var isBeginning = true

    /// Creates an empty message.
    package init() {}

    /// Appends text.
    package mutating func add(_ text: String) {
        waiting += text
        guess.add(text)
        count += text.unicodeScalars.count
        if isBeginning {
            let start = waiting.drop(while: \.isWhitespace)
            // Wait until it is clear whether the message starts with reasoning.
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
            // The end marker may be split between two chunks.
            waiting = String(waiting.suffix(Self.thoughtEnd.count))
        }
    }

    /// Records a refusal.
    package mutating func refuse(_ words: String) {
        refusal = String(((refusal ?? "") + words).prefix(2000))
        count += words.unicodeScalars.count
    }

    /// Ends the message. Only the first reported ending counts.
    package mutating func end(_ end: End) { self.end = self.end ?? end }

    /// Takes the text added since the last call, without reasoning.
    package mutating func take() -> String {
        guard !isThinking, !isBeginning else { return "" }
        defer { waiting = "" }
        if opening.utf8.count < 500 { opening += waiting.prefix(500) }
        return waiting
    }

    /// Adds the first choice in an answer or chunk in the format of OpenAI's chat completions.
    ///
    /// - Returns: Whether there is a choice; the last chunk may contain only token counts.
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
            refuse("its content filter blocked the answer")
            end(.refusal)
        default: end(.whole)
        }
        return true
    }

    private static let thought = "<think"
    private static let thoughtEnd = "</think>"
}
