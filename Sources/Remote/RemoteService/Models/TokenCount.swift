package import JSON
import LanguageServices

/// How many tokens of a language model an answer has taken: those that its server reports, or a guess.
package struct TokenCount: Sendable {
    /// The tokens that the model has read, as its server reports them.
    package private(set) var input: Int?

    /// The tokens that it has written, as its server reports them.
    package private(set) var output: Int?

    /// What nobody has reported yet.
    package init() {}

    /// Takes what a server reports; a later number is a better one, and what cannot be is passed over.
    package mutating func report(input: Int?, output: Int?) {
        if let input, Self.possible.contains(input) { self.input = input }
        if let output, Self.possible.contains(output) { self.output = output }
    }

    /// Takes what a server reports that speaks like OpenAI; one that tells the sum alone is believed.
    package mutating func report(_ usage: JSONNode?) {
        guard let usage else { return }
        let (read, written) = (usage["prompt_tokens"]?.number?.int, usage["completion_tokens"]?.number?.int)
        if read == nil, written == nil, let all = usage["total_tokens"]?.number?.int {
            report(input: all, output: 0)
        } else {
            report(input: read, output: written)
        }
    }

    /// No answer takes more.
    private static let possible = 0...100_000_000

    /// Whether the server has left out what the model read or wrote.
    package var isGuess: Bool { input == nil || output == nil }

    /// All tokens, with a guess for what was not reported.
    package func total(guessing inputGuess: Int, _ outputGuess: Int) -> Int {
        (input ?? inputGuess) + (output ?? outputGuess)
    }

    /// What a report says where the count is a guess.
    package static let notice =
        "the service did not say how many tokens it took, and the budget has counted an estimate"
}

/// A guess at how many tokens a text is.
///
/// Most models make a token of about four letters of English, and of one sign of most other scripts at most one.
package struct TokenGuess: Sendable {
    private var quarters = 0

    /// A guess at nothing.
    package init() {}

    /// A guess at a text.
    package init(_ text: String) { add(text) }

    /// Adds a text.
    package mutating func add(_ text: String) {
        for byte in text.utf8 {
            // The bytes that begin a sign.
            if byte < 0x80 { quarters += 1 } else if byte >= 0xC0 { quarters += 4 }
        }
    }

    /// How many tokens it may be.
    package var count: Int { (quarters + 3) / 4 }
}
