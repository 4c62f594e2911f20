package import JSON

/// The message of a model, put together from the pieces in which it comes.
package struct ChatPieces {
    /// A message of which nothing has come.
    package init() {}

    /// Whether the message has come to its end.
    package var isComplete = false

    /// Whether a piece has come.
    package private(set) var hasBegun = false

    /// How many scalars have come; those of a thought do not count any more once it has ended.
    package private(set) var count = 0

    /// Whether a thought has begun that has not ended yet.
    package private(set) var isThinking = false

    private var content = ""
    private var refusal = ""
    private var reason: String?
    private var usage: JSONNode?

    /// Adds the first choice of an event.
    package mutating func add(_ json: JSONNode) {
        addUsage(json)
        // The last event may hold no choice but the count of tokens.
        guard let choice = json["choices"]?.elements?.first(where: { ($0["index"]?.number?.int ?? 0) == 0 }) else {
            return
        }
        hasBegun = true
        let piece = choice["delta"] ?? choice["message"]
        if let text = piece?["content"]?.string { add(text) }
        for part in piece?["content"]?.elements ?? [] {
            if let text = part["text"]?.string { add(text) }
        }
        if let text = piece?["refusal"]?.string {
            refusal += text
            count += text.unicodeScalars.count
        }
        if let text = choice["finish_reason"]?.string {
            reason = text
            isComplete = true
        }
    }

    /// Adds what an event says of the tokens that were taken.
    package mutating func addUsage(_ json: JSONNode) {
        if let found = json["usage"], !found.isNull { usage = found }
    }

    private mutating func add(_ text: String) {
        let wasShort = content.utf8.count < Self.thought.utf8.count
        content += text
        count += text.unicodeScalars.count
        if wasShort { isThinking = content.hasPrefix(Self.thought) }
        // The end may stand in two pieces.
        if isThinking, content.suffix(text.count + Self.thoughtEnd.count).contains(Self.thoughtEnd) {
            isThinking = false
            count = 0
        }
    }

    private static let thought = "<think"
    private static let thoughtEnd = "</think>"

    /// The answer as it would have come whole.
    package var answer: [UInt8] {
        JSONWriter.bytes([
            "choices": [
                [
                    "message": ["content": .string(content), "refusal": refusal.isEmpty ? .null : .string(refusal)],
                    "finish_reason": reason.map { .string($0) } ?? .null,
                ]
            ], "usage": usage.map { JSONValue($0) } ?? .null,
        ])
    }
}
