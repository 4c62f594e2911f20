package import HTTPTransport
package import JSON
package import LanguageServices

/// The identity of a service, for requests and messages.
package struct ServiceIdentity: Sendable {
    /// The name of the service: `LibreTranslate`.
    package let name: String

    /// The address.
    package let address: ServiceAddress

    /// The API key.
    package let key: Secret?

    /// Creates an identity.
    package init(name: String, address: ServiceAddress, key: Secret?) {
        self.name = name
        self.address = address
        self.key = key
    }

    /// The version of a provider's answers; it reflects everything that affects them.
    ///
    /// - Parameters:
    ///   - dialect: The service's dialect.
    ///   - parts: Other values that affect answers, such as the model; empty strings are skipped.
    package func version(_ dialect: some RawRepresentable<String>, _ parts: String...) -> String {
        (["1", dialect.rawValue, StableHash.hexadecimal(address.text)] + parts).filter { !$0.isEmpty }
            .joined(separator: " ")
    }

    /// The address of an OpenAI-compatible endpoint.
    ///
    /// - Parameter path: The path after the version, starting with a slash.
    package func openAIAddress(_ path: String) -> String { address.text + (address.hasPath ? "" : "/v1") + path }

    /// The key as a `Bearer` token.
    package var bearer: [HTTPRequest.SecretField] { key.map { [.init("Authorization", prefix: "Bearer ", $0)] } ?? [] }

    /// A POST request with a JSON body.
    package func post(
        _ url: String,
        _ body: [(String, JSONValue)],
        headers: HTTPHeaders = HTTPHeaders(),
        secretHeaders: [HTTPRequest.SecretField]
    ) -> HTTPRequest {
        var headers = headers
        headers.set("Content-Type", "application/json")
        return HTTPRequest(
            .post,
            url,
            headers: headers,
            body: JSONWriter.bytes(.object(body)),
            secretHeaders: secretHeaders
        )
    }

    /// The service's name and address, for messages.
    package var place: String { "\(name) at \(address.place)" }

    /// A server's text for use in a message: one line, at most 200 characters, without control characters and without
    /// the key.
    package func shown(_ words: String) -> String {
        // Longer text is not shown. The redactor also detects a truncated key.
        let text = SecretRedactor(key).removed(
            from: String(String.UnicodeScalarView(words.unicodeScalars.prefix(4000)))
        )
        var line = ""
        var count = 0
        for scalar in text.unicodeScalars {
            let isSpace = BlankText.isBlank(scalar) || scalar.properties.generalCategory == .format
            if isSpace {
                if line.isEmpty || line.hasSuffix(" ") { continue }
                line += " "
            } else {
                line.unicodeScalars.append(scalar)
            }
            count += 1
            if count == 199 {
                line += "…"
                break
            }
        }
        return line.hasSuffix(" ") ? String(line.dropLast()) : line
    }

    /// An error with the service's name and the server's text.
    package func error(
        _ code: ServiceError.Code,
        _ text: String,
        words: String? = nil,
        remedy: String? = nil,
        retryAfter: Duration? = nil
    ) -> ServiceError {
        let said = words.map(shown).flatMap { $0.isEmpty ? nil : ": \($0)" } ?? ""
        return ServiceError(code, "\(place) \(text)\(said)", remedy: remedy, retryAfter: retryAfter)
    }

    // MARK: Answers

    /// The JSON of an error response, if it has any.
    package func failureJSON(_ response: HTTPResponse) -> JSONNode? {
        let limits = JSONDocument.Limits(bytes: 1 << 20, nodes: 10_000)
        return try? JSONDocument.parse(response.body, source: "answer", limits: limits)
    }

    /// Parses the JSON of a response.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - limits: The parser's limits.
    /// - Throws: `ServiceError.Code.protocolViolation` if it is not JSON.
    package func document(
        _ response: HTTPResponse,
        limits: JSONDocument.Limits = JSONDocument.Limits(bytes: 32 << 20, nodes: 1_000_000)
    ) throws(ServiceError) -> JSONNode {
        if Self.isWebPage(response) { throw webPage }
        do throws(JSONSyntaxError) {
            return try JSONDocument.parse(response.body, source: "answer", limits: limits)
        } catch {
            throw malformedAnswer("that cannot be read", words: error.message)
        }
    }

    /// The error for an answer with an unexpected structure.
    ///
    /// - Parameters:
    ///   - what: The problem, as a continuation of "sent an answer".
    ///   - words: Further details.
    package func malformedAnswer(_ what: String, words: String? = nil) -> ServiceError {
        error(
            .protocolViolation,
            "sent an answer \(what)",
            words: words,
            remedy: "check 'url', and whether 'dialect' matches the service"
        )
    }

    /// The error for an answer that ended prematurely.
    package var cutAnswer: ServiceError {
        error(.network, "interrupted its response", remedy: "try again later").withUnknownOutcome
    }

    /// The error for a response that is a web page.
    package var webPage: ServiceError {
        error(.protocolViolation, "responds with a web page", remedy: "check 'url'")
    }

    /// Whether a response is a web page.
    package static func isWebPage(_ response: HTTPResponse) -> Bool {
        if let type = response.head.headers["Content-Type"]?.lowercased(), type.hasPrefix("text/html") { return true }
        let start = response.body.first { $0 != 0x20 && !(9...13).contains($0) }
        return start == UInt8(ascii: "<")
    }
}

extension ServiceIdentity {
    /// The error for a status code. Callers that know a more specific error for the service throw that instead.
    ///
    /// | status | code |
    /// |---|---|
    /// | 401, 403, 407 | `unauthorized` |
    /// | 402, 456 | `quotaExceeded` |
    /// | 404, 405, 410, redirects | `protocolViolation`: a different service or none at this address |
    /// | 408, 409, 425 | `unavailable` |
    /// | 413, 414 | `limitExceeded` |
    /// | 429, 529 | `rateLimited`, with the delay that the server specifies |
    /// | other 4xx | `providerFailed` |
    /// | 5xx | `unavailable`, with the delay that the server specifies |
    package func failure(_ response: HTTPResponse, words: String?) -> ServiceError {
        let status = response.status
        switch status {
        case 401, 403, 407:
            return error(
                .unauthorized,
                key == nil ? "requires a key (status \(status))" : "refuses the key (status \(status))",
                words: words,
                remedy: key == nil ? "set the provider's 'key'" : "check the key from \(key?.source ?? "'key'")"
            )
        case 402, 456: return spent(response, words: words)
        case 413, 414: return tooLarge(words: words)
        case 429, 529: return slowDown(response, words: words)
        case 408, 409, 425, 500...599:
            return error(
                .unavailable,
                "is currently unavailable (status \(status))",
                words: words,
                remedy: "try again later",
                retryAfter: RetryAfter.wait(response.head.headers)
            )
        case 200..<400, 404, 405, 410:
            if Self.isWebPage(response) { return webPage }
            return error(
                .protocolViolation,
                "does not support this request (status \(status))",
                words: words,
                remedy: "check 'url'"
            )
        default:
            return error(.providerFailed, "refuses the request (status \(status))", words: words)
        }
    }

    /// The error for an exhausted quota.
    package func spent(_ response: HTTPResponse, words: String?) -> ServiceError {
        error(
            .quotaExceeded,
            "reports that the quota is used up (status \(response.status))",
            words: words,
            remedy: "check your account with the service"
        )
    }

    /// A server's message about a rejected request, in lower case, including the name of the rejected member. There is
    /// no standard error code for an unknown member.
    package func complaint(in response: HTTPResponse) -> String {
        let json = failureJSON(response)
        return "\(ServerErrorText.message(in: json) ?? "") \(json?["error"]?["param"]?.string ?? "")".lowercased()
    }

    /// The error for too many requests.
    package func slowDown(_ response: HTTPResponse, words: String?) -> ServiceError {
        let wait = RetryAfter.wait(response.head.headers)
        var error = error(
            .rateLimited,
            "received too many requests (status \(response.status))",
            words: words,
            remedy: "wait, or set the provider's 'requestsPerMinute'",
            retryAfter: wait
        )
        if let wait { error.message += "; it requests a delay of \(max(1, wait.components.seconds)) s" }
        return error
    }

    /// The error for a request that is too large.
    package func tooLarge(words: String?) -> ServiceError {
        error(.limitExceeded, "does not accept texts of this size", words: words, remedy: "shorten the text")
    }

}

/// The address of a service.
package struct ServiceAddress: Sendable, Hashable {
    /// The address without a trailing slash.
    package let text: String

    /// The displayable part: scheme, host and port.
    package let place: String

    /// Whether the address has a path after the host and port.
    package let hasPath: Bool

    /// Parses the address from a configuration.
    ///
    /// - Throws: `ServiceError.Code.configuration` if it is not an HTTP URL or, since addresses are displayed, if it
    ///   contains a password or a query.
    package init(_ text: String) throws(ServiceError) {
        let scalars = text.unicodeScalars
        let isClean = scalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F && !$0.properties.isWhitespace }
        let scheme = ["http://", "https://"].first { text.lowercased().hasPrefix($0) }
        guard isClean, text.utf8.count <= 1000, let scheme else {
            throw ServiceError(
                .configuration,
                "'url' is not a server address",
                remedy: "use the form http://127.0.0.1:5000 or https://example.org/path"
            )
        }
        let rest = text.dropFirst(scheme.count)
        let host = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard !host.isEmpty, !host.contains("@"), !text.contains("?"), !text.contains("#") else {
            throw ServiceError(
                .configuration,
                host.isEmpty ? "'url' has no host" : "'url' contains more than scheme, host, port and path",
                remedy: "remove the user name, password and query, and set the key with 'key'"
            )
        }
        var path = rest.dropFirst(host.count)
        while path.hasSuffix("/") { path = path.dropLast() }
        place = scheme + host.lowercased()
        hasPath = !path.isEmpty
        self.text = place + path
    }
}

/// Finds the error message in a server's response, in the formats that services use.
package enum ServerErrorText {
    /// The message in `{"error": {"message"}}`, `{"error": ""}`, `{"message"}`, `{"explanation"}` or `{"detail"}`.
    /// `detail` may be a string, an object with a message, or an array of validation errors.
    package static func message(in node: JSONNode?) -> String? {
        guard let node else { return nil }
        let (error, detail) = (node["error"], node["detail"])
        let texts = ["explanation", "message", "detail", "error_description"].map { node[$0]?.string }
        return ([error?.string, error?["message"]?.string] + texts).compactMap { $0 }.first
            ?? detail?["message"]?.string ?? detail?.elements?.first?["msg"]?.string
    }
}

/// Removes a key from a server's text, even if the key is truncated, abbreviated in the middle or percent-encoded.
package struct SecretRedactor {
    /// The encodings in which the key is sent.
    private let forms: [[Unicode.Scalar]]

    /// The minimum length of a common substring that is treated as a part of the key.
    private static let shortest = 8

    /// Creates a redactor for a key; without a key, it changes nothing.
    package init(_ key: Secret?) {
        let text = key?.reveal() ?? ""
        forms = Set([text, FormEncoding.encoded(text)]).filter { !$0.isEmpty }.map { Array($0.unicodeScalars) }
    }

    /// The text with `…` in place of the key and any parts of it.
    package func removed(from text: String) -> String {
        guard !forms.isEmpty else { return text }
        let scalars = Array(text.unicodeScalars)
        var kept = String.UnicodeScalarView()
        var place = 0
        while place < scalars.count {
            let length = longestTrace(in: scalars[place...])
            if length > 0 {
                kept.append(contentsOf: Secret.redacted.unicodeScalars)
                place += length
            } else {
                kept.append(scalars[place])
                place += 1
            }
        }
        return String(kept)
    }

    /// The length of the longest prefix that is a part of the key, in scalars; 0 if it is shorter than the minimum.
    private func longestTrace(in text: ArraySlice<Unicode.Scalar>) -> Int {
        var longest = 0
        for form in forms {
            let least = min(Self.shortest, form.count)
            for start in form.indices where form.count - start >= max(least, longest + 1) {
                let length = zip(text, form[start...]).prefix { $0 == $1 }.count
                if length >= least { longest = max(longest, length) }
            }
        }
        return longest
    }
}
