import CCurl
import LanguageServices

/// A validated request, with secrets inserted, that is ready for libcurl.
struct OutgoingRequest: Sendable {
    let method: String
    let url: String
    let headerLines: [String]
    let body: [UInt8]?
    let limits: HTTPLimits

    /// The server's name, for messages.
    let host: String

    /// The URL without secrets.
    let shownURL: String

    /// Whether the request can be sent again if the answer was lost.
    let isIdempotent: Bool

    init(_ request: HTTPRequest, agent: String) throws(ServiceError) {
        guard !URLParts.holdsCredentials(request.url) else {
            throw ServiceError(
                .configuration,
                "a URL with a user name or password is not accepted, because URLs are displayed",
                remedy: "put the password into an environment variable or a file, and set that as the key"
            )
        }
        guard let parts = URLParts(request.url) else {
            throw ServiceError(
                .configuration,
                "'\(URLParts.withoutQuery(request.url).prefix(80))' is not a server address",
                remedy: "use the form https://example.org:5000/path"
            )
        }
        host = parts.name
        shownURL = URLParts.withoutQuery(request.url)
        method = request.method.rawValue
        body = request.body
        limits = request.limits
        isIdempotent = request.method == .get || request.method == .head
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
            let owner = source.map { "the secret from \($0)" } ?? "the header '\(name.prefix(40))'"
            throw ServiceError(
                .configuration,
                "\(owner) contains a line break or another control character",
                remedy: "put it on one line"
            )
        }
        // curl removes a header that has an empty value.
        return value.isEmpty ? "\(name);" : "\(name): \(value)"
    }
}

/// A request and its position in a chain of redirects.
struct RedirectStep {
    let request: HTTPRequest
    var followed = 0

    /// The request to the redirect's target; `nil` if the response is not a redirect.
    func next(after head: HTTPHead) throws(ServiceError) -> RedirectStep? {
        guard [301, 302, 303, 307, 308].contains(head.status), let location = head.headers["Location"] else {
            return nil
        }
        let from = URLParts(request.url)
        func refusal(_ reason: String, _ remedy: String) -> ServiceError {
            ServiceError(.protocolViolation, "\(from?.name ?? "the server") \(reason)", remedy: remedy)
        }
        guard let url = URLParts.resolve(location, in: request.url), let to = URLParts(url) else {
            throw refusal("redirects to an invalid address", "check the address of the service")
        }
        guard followed < request.limits.redirects else {
            throw refusal("exceeded the limit of \(followed) redirects", "check the address of the service")
        }
        var next = request
        next.url = url
        // A 303 response means that the result can be fetched elsewhere with GET. Clients treat a 301 or 302 response
        // to a POST in the same way (RFC 9110 §15.4), which would drop the texts, so these responses are rejected
        // below.
        if head.status == 303, next.method != .head {
            next.method = .get
            next.body = nil
        }
        let changesMethod = [301, 302].contains(head.status) && request.method != .get && request.method != .head
        if changesMethod {
            throw refusal(
                "reports that the service has moved to \(to.name)",
                "set 'url' to \(URLParts.withoutQuery(url))"
            )
        }
        let isSafer = from?.scheme == "http" && to.scheme == "https" && from?.host == to.host
        if from != to, !isSafer {
            let isOpen = from?.scheme == "https" && to.scheme == "http"
            // The target of a 303 response is requested without the body; but that host was not configured, so secrets
            // must not be sent to it.
            guard next.secretHeaders.isEmpty, next.secretQuery.isEmpty, request.body == nil, !isOpen else {
                throw refusal(
                    "redirects to \(to.name); nothing was sent there",
                    "if you trust it, set 'url' to \(URLParts.withoutQuery(url))"
                )
            }
        }
        return RedirectStep(request: next, followed: followed + 1)
    }
}

/// The server of a URL.
struct URLParts: Hashable {
    let scheme: String
    let host: String
    let port: String

    /// Parses a URL; `nil` unless it is an HTTP URL with a host.
    init?(_ url: String) {
        var parts = ccurl_parts()
        guard !url.utf8.contains(0), !Self.holdsCredentials(url), ccurl_url_parts(url, &parts) == 0,
            let scheme = parts.scheme,
            let host = parts.host, let port = parts.port
        else { return nil }
        defer {
            ccurl_free(scheme)
            ccurl_free(host)
            ccurl_free(port)
        }
        self.scheme = String(cString: scheme)
        self.host = String(cString: host).lowercased()
        self.port = String(cString: port)
    }

    /// Whether a URL contains a user name or password.
    static func holdsCredentials(_ url: String) -> Bool {
        let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
        return rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }.contains("@")
    }

    /// The origin, for messages; the path and query are omitted because they may contain a secret.
    var name: String {
        let isUsual = (scheme, port) == ("http", "80") || (scheme, port) == ("https", "443")
        return "\(scheme)://\(host)\(isUsual ? "" : ":\(port)")"
    }

    /// A URL without its query and fragment.
    static func withoutQuery(_ url: String) -> String {
        String(url.prefix { $0 != "?" && $0 != "#" })
    }

    /// Resolves a URL reference.
    static func resolve(_ reference: String, in base: String) -> String? {
        guard !reference.utf8.contains(0), let text = ccurl_url_resolve(base, reference) else { return nil }
        defer { ccurl_free(text) }
        return String(cString: text)
    }
}
