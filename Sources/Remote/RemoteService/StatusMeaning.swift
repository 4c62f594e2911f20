package import HTTPTransport
package import LanguageServices

extension ServiceIdentity {
    /// What a status means, where the service says nothing that who asked knows better.
    ///
    /// | status | code |
    /// |---|---|
    /// | 401, 403, 407 | `unauthorized` |
    /// | 402, 456 | `quotaExceeded` |
    /// | 404, 405, 410, redirects | `protocolViolation`: there is another service, or none |
    /// | 408, 409, 425 | `unavailable` |
    /// | 413, 414 | `limitExceeded` |
    /// | 429, 529 | `rateLimited`, with the time that the server names |
    /// | other 4xx | `providerFailed` |
    /// | 5xx | `unavailable`, with the time that the server names |
    package func failure(_ response: HTTPResponse, words: String?) -> ServiceError {
        let status = response.status
        switch status {
        case 401, 403, 407:
            return error(
                .unauthorized,
                key == nil ? "wants a key (status \(status))" : "refuses the key (status \(status))",
                words: words,
                remedy: key == nil ? "set 'key' of the provider" : "check the key from \(key?.source ?? "'key'")"
            )
        case 402, 456: return spent(response, words: words)
        case 413, 414: return tooLarge(words: words)
        case 429, 529: return slowDown(response, words: words)
        case 408, 409, 425, 500...599:
            return error(
                .unavailable,
                "does not serve now (status \(status))",
                words: words,
                remedy: "try again later",
                retryAfter: RetryAfter.wait(response.head.headers)
            )
        case 200..<400, 404, 405, 410:
            if Self.isWebPage(response) { return webPage }
            return error(
                .protocolViolation,
                "does not know what it is asked for (status \(status))",
                words: words,
                remedy: "check the url"
            )
        default:
            return error(.providerFailed, "refuses the request (status \(status))", words: words)
        }
    }

    /// The user's allowance is used up.
    package func spent(_ response: HTTPResponse, words: String?) -> ServiceError {
        error(
            .quotaExceeded,
            "gives nothing more: the allowance is used up (status \(response.status))",
            words: words,
            remedy: "look at your account with the service"
        )
    }

    /// Too many requests just now.
    package func slowDown(_ response: HTTPResponse, words: String?) -> ServiceError {
        let wait = RetryAfter.wait(response.head.headers)
        let time = wait.map { "; it asks for a wait of \(Self.seconds($0))" } ?? ""
        let said = words.map(shown).flatMap { $0.isEmpty ? nil : ": \($0)" } ?? ""
        return ServiceError(
            .rateLimited,
            "\(place) is asked too often (status \(response.status))\(said)\(time)",
            remedy: "wait, or set 'requestsPerMinute' of the provider",
            retryAfter: wait
        )
    }

    /// A request was too large.
    package func tooLarge(words: String?) -> ServiceError {
        error(.limitExceeded, "takes no text of this size", words: words, remedy: "make the text shorter")
    }

    private static func seconds(_ duration: Duration) -> String {
        "\(max(1, duration.components.seconds)) s"
    }
}
