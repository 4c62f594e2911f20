package import HTTPTransport
package import JSON
package import LanguageServices

/// What the failure of a service that runs language models means.
package struct ModelFailure: Sendable {
    /// What it means.
    package let error: ServiceError

    /// Whether the request was too large for the model.
    package let isTooLarge: Bool

    /// Reads a failure in the forms of OpenAI, Anthropic, Ollama and servers that speak like them.
    package init(_ response: HTTPResponse, of service: ServiceIdentity) {
        let json = service.failureJSON(response)
        let words = ServerErrorText.message(in: json)
        let kinds = [json?["error"]?["code"]?.string, json?["error"]?["type"]?.string].compactMap { $0 }
        let folded = words?.lowercased() ?? ""
        if kinds.contains(where: Self.spent.contains) || folded.contains("credit balance is too low") {
            self.init(service.spent(response, words: words))
            return
        }
        let isTooLarge =
            kinds.contains(where: Self.large.contains)
            || ["context length", "context size", "prompt is too long"].contains(where: folded.contains)
        if [400, 413].contains(response.status), isTooLarge {
            self.init(service.tooLarge(words: words), isTooLarge: true)
        } else if response.status == 404, json != nil {
            self.init(
                service.error(
                    .configuration,
                    "does not know what it is asked for (status 404)",
                    words: words,
                    remedy: "check 'model' and 'url' of the provider"
                )
            )
        } else {
            self.init(service.failure(response, words: words), isTooLarge: response.status == 413)
        }
    }

    private init(_ error: ServiceError, isTooLarge: Bool = false) {
        self.error = error
        self.isTooLarge = isTooLarge
    }

    /// A failure that came with a good status, as servers say it that pass requests on; the status that it names, or that its
    /// kind stands for.
    package init(inGoodAnswer response: HTTPResponse, of service: ServiceIdentity) {
        let error = service.failureJSON(response)?["error"]
        let named = error?["code"]?.number?.int.flatMap { 400..<600 ~= $0 ? $0 : nil }
        let status = named ?? error?["type"]?.string.flatMap { Self.statuses[$0] } ?? 500
        let head = HTTPHead(status: status, headers: response.head.headers, url: response.head.url)
        self.init(HTTPResponse(head: head, body: response.body), of: service)
    }

    private static let spent = [
        "insufficient_quota", "billing_hard_limit_reached", "billing_not_active", "insufficient_credits",
        "billing_error",
    ]

    private static let large = [
        "context_length_exceeded", "exceed_context_size_error", "string_above_max_length", "request_too_large",
    ]

    /// The statuses of the kinds of failure that Anthropic names.
    private static let statuses = [
        "invalid_request_error": 400, "authentication_error": 401, "permission_error": 403, "not_found_error": 404,
        "request_too_large": 413, "rate_limit_error": 429, "api_error": 500, "overloaded_error": 529,
    ]
}

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
