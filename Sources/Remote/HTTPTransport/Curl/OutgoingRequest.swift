import LanguageServices

/// A request as it goes to the library: checked, and with its secrets in place.
struct OutgoingRequest: Sendable {
    let method: String
    let url: String
    let headerLines: [String]
    let body: [UInt8]?
    let limits: HTTPLimits

    /// How the server is called in a message.
    let host: String

    /// The URL that may be shown.
    let shownURL: String

    /// Whether it may be sent again when its answer was lost.
    let isHarmless: Bool

    init(_ request: HTTPRequest, agent: String) throws(ServiceError) {
        guard !URLParts.holdsCredentials(request.url) else {
            throw ServiceError(
                .configuration,
                "an address with a name or a password in it is not used, since addresses are shown",
                remedy: "put the password into an environment variable or a file, and name that as the key"
            )
        }
        guard let parts = URLParts(request.url) else {
            throw ServiceError(
                .configuration,
                "'\(URLParts.withoutQuery(request.url).prefix(80))' is no address of a server",
                remedy: "write it like https://example.org:5000/path"
            )
        }
        host = parts.name
        shownURL = URLParts.withoutQuery(request.url)
        method = request.method.rawValue
        body = request.body
        limits = request.limits
        isHarmless = request.method == .get || request.method == .head
        var url = request.url
        for field in request.secretQuery {
            url += "\(url.contains("?") ? "&" : "?")\(FormEncoding.encoded(field.name))="
            url += FormEncoding.encoded(field.prefix + field.secret.reveal())
        }
        self.url = url
        var lines = ["User-Agent: \(agent)"]
        for field in request.headers.fields { lines.append(try Self.line(field.name, field.value)) }
        for field in request.secretHeaders {
            lines.append(try Self.line(field.name, field.prefix + field.secret.reveal(), from: field.secret.source))
        }
        headerLines = lines
    }

    private static func line(_ name: String, _ value: String, from source: String? = nil) throws(ServiceError) -> String
    {
        guard HTTPHeaders.isName(name), HTTPHeaders.isValue(value) else {
            let owner = source.map { "the secret of \($0)" } ?? "the header '\(name.prefix(40))'"
            throw ServiceError(
                .configuration,
                "\(owner) cannot be sent: it holds a line break or another control character",
                remedy: "write it in one line"
            )
        }
        // curl takes a name with nothing behind the colon for a header to be left out.
        return value.isEmpty ? "\(name);" : "\(name): \(value)"
    }
}
