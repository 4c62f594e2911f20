import HTTPTransport
import LanguageServices

extension ServiceIdentity {
    /// What a status means, where the service says nothing that its dialect knows better.
    ///
    /// | status | code |
    /// |---|---|
    /// | 401, 403, 407 | `unauthorized` |
    /// | 402, 456 | `quotaExceeded` |
    /// | 404, 405, 410, redirects | `protocolViolation`: there is another service, or none |
    /// | 408, 409, 425 | `unavailable` |
    /// | 413, 414 | `limitExceeded`; the texts are sent in smaller groups |
    /// | 429, 529 | `rateLimited`, with the time that the server names |
    /// | other 4xx | `providerFailed` |
    /// | 5xx | `unavailable`, with the time that the server names |
    func refusal(_ response: HTTPResponse, words: String?) -> Refusal {
        let status = response.status
        switch status {
        case 401, 403, 407:
            return Refusal(
                error(
                    .unauthorized,
                    key == nil ? "wants a key (status \(status))" : "refuses the key (status \(status))",
                    words: words,
                    remedy: key == nil ? "set 'key' of the provider" : "check the key from \(key?.source ?? "'key'")"
                )
            )
        case 402, 456: return Refusal(spent(response, words: words))
        case 413, 414: return Refusal(tooLarge(words: words), .smaller())
        case 429, 529: return Refusal(slowDown(response, words: words))
        case 408, 409, 425, 500...599:
            let wait = RetryAfter.wait(response.head.headers)
            let failure = error(
                .unavailable,
                "does not serve now (status \(status))",
                words: words,
                remedy: "try again later",
                retryAfter: wait
            )
            // What stands before a service says 502 to 504; a program that broke on a text says 500.
            return Refusal(failure, status == 500 ? .oneMayBeAtFault : .final)
        case 200..<400, 404, 405, 410:
            if Self.isWebPage(response) { return Refusal(webPage) }
            return Refusal(
                error(
                    .protocolViolation,
                    "does not know what it is asked for (status \(status))",
                    words: words,
                    remedy: "check the url"
                )
            )
        default:
            return Refusal(error(.providerFailed, "refuses the request (status \(status))", words: words))
        }
    }

    /// The user's allowance is used up.
    func spent(_ response: HTTPResponse, words: String?) -> ServiceError {
        error(
            .quotaExceeded,
            "gives nothing more: the allowance is used up (status \(response.status))",
            words: words,
            remedy: "look at your account with the service"
        )
    }

    /// Too many requests just now.
    func slowDown(_ response: HTTPResponse, words: String?) -> ServiceError {
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
    func tooLarge(words: String?) -> ServiceError {
        error(.limitExceeded, "takes no text of this size", words: words, remedy: "make the text shorter")
    }

    /// A pair of languages that the service has not.
    func unsupported(_ job: TranslationJob, words: String? = nil) -> ServiceError {
        let source = job.pair.source.map { "from '\($0)' " } ?? ""
        return error(
            .unsupported,
            "does not translate \(source)to '\(job.pair.target)'",
            words: words,
            remedy: "ask another provider"
        )
    }

    private static func seconds(_ duration: Duration) -> String {
        "\(max(1, duration.components.seconds)) s"
    }
}
