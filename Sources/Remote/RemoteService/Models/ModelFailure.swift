package import HTTPTransport
import JSON
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
        let words = ServerWords.message(in: json)
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
