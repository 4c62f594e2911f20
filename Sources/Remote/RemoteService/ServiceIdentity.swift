package import HTTPTransport
package import JSON
package import LanguageServices

/// Who is asked, and how that may be told.
package struct ServiceIdentity: Sendable {
    /// The name of the service: `LibreTranslate`.
    package let name: String

    /// Where it is.
    package let address: ServiceAddress

    /// The key, which must not be shown.
    package let key: Secret?

    /// Creates an identity.
    package init(name: String, address: ServiceAddress, key: Secret?) {
        self.name = name
        self.address = address
        self.key = key
    }

    /// The version of a provider's answers: it changes with everything by which answers differ.
    ///
    /// - Parameters:
    ///   - dialect: How the service is spoken with.
    ///   - parts: What else changes answers, such as the model; empty ones are left out.
    package func version(_ dialect: some RawRepresentable<String>, _ parts: String...) -> String {
        (["1", dialect.rawValue, StableHash.hexadecimal(address.text)] + parts).filter { !$0.isEmpty }
            .joined(separator: " ")
    }

    /// The address of an interface like that of OpenAI.
    ///
    /// - Parameter path: What follows the version, from the slash on.
    package func openAIAddress(_ path: String) -> String { address.text + (address.hasPath ? "" : "/v1") + path }

    /// The key as most services want it.
    package var bearer: [HTTPRequest.SecretField] { key.map { [.init("Authorization", prefix: "Bearer ", $0)] } ?? [] }

    /// A request with JSON as its body.
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

    /// How the service stands in a message.
    package var place: String { "\(name) at \(address.place)" }

    /// What a server has said, fit for a message: one line of at most 200 characters without control characters and without
    /// the key.
    package func shown(_ words: String) -> String {
        // What stands further behind is not shown; a key that is cut here is found by its part.
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

    /// An error that says who failed and what the server said of it.
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

    /// The JSON that tells about a failure, when there is any.
    package func failureJSON(_ response: HTTPResponse) -> JSONNode? {
        let limits = JSONDocument.Limits(bytes: 1 << 20, nodes: 10_000)
        return try? JSONDocument.parse(response.body, source: "answer", limits: limits)
    }

    /// The JSON of an answer.
    ///
    /// - Parameters:
    ///   - response: The answer.
    ///   - limits: How much of it is read.
    /// - Throws: `ServiceError.Code.protocolViolation` for anything else.
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

    /// An answer that has not the shape it should have.
    ///
    /// - Parameters:
    ///   - what: What is wrong with it, behind "gives an answer".
    ///   - words: What says more of it.
    package func malformedAnswer(_ what: String, words: String? = nil) -> ServiceError {
        error(
            .protocolViolation,
            "gives an answer \(what)",
            words: words,
            remedy: "check the url, and that the service is the one that 'dialect' names"
        )
    }

    /// An answer that ended before the service had said so.
    package var cutAnswer: ServiceError {
        error(.network, "broke off its answer", remedy: "try again later").withUnknownOutcome
    }

    /// An answer that is meant for people.
    package var webPage: ServiceError {
        error(.protocolViolation, "answers with a web page", remedy: "check the url")
    }

    /// Whether an answer is meant for people.
    package static func isWebPage(_ response: HTTPResponse) -> Bool {
        if let type = response.head.headers["Content-Type"]?.lowercased(), type.hasPrefix("text/html") { return true }
        let start = response.body.first { $0 != 0x20 && !(9...13).contains($0) }
        return start == UInt8(ascii: "<")
    }
}

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

    /// What a server says that refuses a request, in lower case: its message, and the name of the member that it refuses. Servers
    /// have no code for a member that they do not know.
    package func complaint(in response: HTTPResponse) -> String {
        let json = failureJSON(response)
        return "\(ServerErrorText.message(in: json) ?? "") \(json?["error"]?["param"]?.string ?? "")".lowercased()
    }

    /// Too many requests just now.
    package func slowDown(_ response: HTTPResponse, words: String?) -> ServiceError {
        let wait = RetryAfter.wait(response.head.headers)
        var error = error(
            .rateLimited,
            "is asked too often (status \(response.status))",
            words: words,
            remedy: "wait, or set 'requestsPerMinute' of the provider",
            retryAfter: wait
        )
        if let wait { error.message += "; it asks for a wait of \(max(1, wait.components.seconds)) s" }
        return error
    }

    /// A request was too large.
    package func tooLarge(words: String?) -> ServiceError {
        error(.limitExceeded, "takes no text of this size", words: words, remedy: "make the text shorter")
    }

}

/// Where a service is.
package struct ServiceAddress: Sendable, Hashable {
    /// The address without a slash at its end.
    package let text: String

    /// What may be shown of it: scheme, host and port.
    package let place: String

    /// Whether something stands behind host and port.
    package let hasPath: Bool

    /// Reads the address that a configuration gives.
    ///
    /// - Throws: `ServiceError.Code.configuration` for what is no address of HTTP, and for one that holds a password or a
    ///   query, since addresses are shown.
    package init(_ text: String) throws(ServiceError) {
        let scalars = text.unicodeScalars
        let isClean = scalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F && !$0.properties.isWhitespace }
        let scheme = ["http://", "https://"].first { text.lowercased().hasPrefix($0) }
        guard isClean, text.utf8.count <= 1000, let scheme else {
            throw ServiceError(
                .configuration,
                "'url' is no address of a server",
                remedy: "write it like http://127.0.0.1:5000 or https://example.org/path"
            )
        }
        let rest = text.dropFirst(scheme.count)
        let host = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard !host.isEmpty, !host.contains("@"), !text.contains("?"), !text.contains("#") else {
            throw ServiceError(
                .configuration,
                host.isEmpty ? "'url' names no host" : "'url' holds more than scheme, host, port and path",
                remedy: "leave out name, password and query, and give a key as 'key'"
            )
        }
        var path = rest.dropFirst(host.count)
        while path.hasSuffix("/") { path = path.dropLast() }
        place = scheme + host.lowercased()
        hasPath = !path.isEmpty
        self.text = place + path
    }
}

/// Finds what a server says about a failure, in the shapes that services use.
package enum ServerErrorText {
    /// The message in `{"error": {"message"}}`, `{"error": ""}`, `{"message"}`, `{"explanation"}` or `{"detail"}`; a detail may
    /// be a text, an object with a message, or the list of complaints of a server that checks its requests.
    package static func message(in node: JSONNode?) -> String? {
        guard let node else { return nil }
        let (error, detail) = (node["error"], node["detail"])
        let texts = ["explanation", "message", "detail", "error_description"].map { node[$0]?.string }
        return ([error?.string, error?["message"]?.string] + texts).compactMap { $0 }.first
            ?? detail?["message"]?.string ?? detail?.elements?.first?["msg"]?.string
    }
}

/// Takes a key out of what a server says, which may hold it cut, shortened in its middle or written as in an address.
package struct SecretRedactor {
    /// The key in the forms in which it is sent.
    private let forms: [[Unicode.Scalar]]

    /// So many characters in a row that also stand in the key are no accident.
    private static let shortest = 8

    /// Creates it for a key; without one there is nothing to be taken out.
    package init(_ key: Secret?) {
        let text = key?.reveal() ?? ""
        forms = Set([text, FormEncoding.encoded(text)]).filter { !$0.isEmpty }.map { Array($0.unicodeScalars) }
    }

    /// The text with three dots in place of the key, and of all parts of it.
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

    /// How many scalars at the beginning of a text stand in the key; 0 when these are too few to tell anything.
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
