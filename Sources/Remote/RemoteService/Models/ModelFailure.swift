package import HTTPTransport
package import JSON
package import LanguageServices

/// Interprets errors from language model services.
package struct ModelFailure: Sendable {
    /// The error.
    package let error: ServiceError

    /// Whether the request exceeded the model's context size.
    package let isTooLarge: Bool

    /// Parses the error formats of OpenAI, Anthropic, Ollama and compatible servers.
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
                    "does not know the model or the address (status 404)",
                    words: words,
                    remedy: "check the provider's 'model' and 'url'"
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

    /// Parses an error in a response with a success status; proxies send such responses. The status is taken from the
    /// error itself or derived from its type.
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

    /// The status codes of Anthropic's error types.
    private static let statuses = [
        "invalid_request_error": 400, "authentication_error": 401, "permission_error": 403, "not_found_error": 404,
        "request_too_large": 413, "rate_limit_error": 429, "api_error": 500, "overloaded_error": 529,
    ]
}

/// The number of tokens in a request and its answer, reported by the server or estimated.
package struct TokenCount: Sendable {
    /// The number of input tokens that the server reported.
    package private(set) var input: Int?

    /// The number of output tokens that the server reported.
    package private(set) var output: Int?

    /// Creates an empty count.
    package init() {}

    /// Adds a server's report. A later number overrides an earlier one; implausible numbers are ignored.
    package mutating func report(input: Int?, output: Int?) {
        if let input, Self.possible.contains(input) { self.input = input }
        if let output, Self.possible.contains(output) { self.output = output }
    }

    /// Adds a report from an OpenAI-compatible server; a report that contains only the total is accepted.
    package mutating func report(_ usage: JSONNode?) {
        guard let usage else { return }
        let (read, written) = (usage["prompt_tokens"]?.number?.int, usage["completion_tokens"]?.number?.int)
        if read == nil, written == nil, let all = usage["total_tokens"]?.number?.int {
            report(input: all, output: 0)
        } else {
            report(input: read, output: written)
        }
    }

    /// The plausible range of a token count.
    private static let possible = 0...100_000_000

    /// Whether the input or output count is missing.
    package var isGuess: Bool { input == nil || output == nil }

    /// The total, with estimates for missing counts.
    package func total(guessing inputGuess: Int, _ outputGuess: Int) -> Int {
        (input ?? inputGuess) + (output ?? outputGuess)
    }

    /// The notice for an estimated count.
    package static let notice =
        "the service did not report its token count, so an estimate was counted against the budget"
}

/// An estimate of the number of tokens in a text.
///
/// Most models use about one token per four English letters, and at most one token per character in most other scripts.
package struct TokenGuess: Sendable {
    private var quarters = 0

    /// Creates an empty estimate.
    package init() {}

    /// Creates the estimate for a text.
    package init(_ text: String) { add(text) }

    /// Adds a text.
    package mutating func add(_ text: String) {
        for byte in text.utf8 {
            // Leading bytes of UTF-8 sequences.
            if byte < 0x80 { quarters += 1 } else if byte >= 0xC0 { quarters += 4 }
        }
    }

    /// The estimated number of tokens.
    package var count: Int { (quarters + 3) / 4 }
}
