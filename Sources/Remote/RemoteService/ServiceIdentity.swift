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

    /// How the service stands in a message.
    package var place: String { "\(name) at \(address.place)" }

    /// What a server has said, fit for a message: one line of at most 200 characters without control characters and without
    /// the key.
    package func shown(_ words: String) -> String {
        // What stands further behind is not shown; a key that is cut here is found by its part.
        let text = KeyTraces(key).removed(from: String(String.UnicodeScalarView(words.unicodeScalars.prefix(4000))))
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
            throw self.error(
                .protocolViolation,
                "gives an answer that cannot be read",
                words: error.message,
                remedy: "check the url, and that the service is the one that 'dialect' names"
            )
        }
    }

    /// An answer that has not the shape it should have.
    ///
    /// - Parameter what: What is wrong with it, behind "gives an answer".
    package func misshapenAnswer(_ what: String) -> ServiceError {
        error(
            .protocolViolation,
            "gives an answer \(what)",
            remedy: "check the url, and that the service is the one that 'dialect' names"
        )
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
