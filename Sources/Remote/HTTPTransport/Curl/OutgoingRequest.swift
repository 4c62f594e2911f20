import CCurl
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

/// A request on its way, which servers may send on to other places.
struct RedirectStep {
    let request: HTTPRequest
    var followed = 0

    /// The request that an answer sends us on to; `nil` when the answer is the last one.
    func next(after head: HTTPHead) throws(ServiceError) -> RedirectStep? {
        guard [301, 302, 303, 307, 308].contains(head.status), let location = head.headers["Location"] else {
            return nil
        }
        let from = URLParts(request.url)
        func refusal(_ reason: String, _ remedy: String) -> ServiceError {
            ServiceError(.protocolViolation, "\(from?.name ?? "the server") \(reason)", remedy: remedy)
        }
        guard let url = URLParts.resolve(location, in: request.url), let to = URLParts(url) else {
            throw refusal("sends us on to what is no address", "check the address of the service")
        }
        guard followed < request.limits.redirects else {
            throw refusal("sends us on for ever (\(followed) times so far)", "check the address of the service")
        }
        var next = request
        next.url = url
        // 303 says that the result is to be read elsewhere; 301 and 302 of a POST are taken so by everybody (RFC 9110
        // §15.4), which is not what somebody wants who asks for a translation, so these are refused below.
        if head.status == 303, next.method != .head {
            next.method = .get
            next.body = nil
        }
        let changesMethod = [301, 302].contains(head.status) && request.method != .get && request.method != .head
        if changesMethod {
            throw refusal(
                "says that the service has moved to \(to.name)",
                "set 'url' to \(URLParts.withoutQuery(url))"
            )
        }
        let isSafer = from?.scheme == "http" && to.scheme == "https" && from?.host == to.host
        if from != to, !isSafer {
            let isOpen = from?.scheme == "https" && to.scheme == "http"
            // What 303 leads to is read without the body, but who answers there was not asked.
            guard next.secretHeaders.isEmpty, next.secretQuery.isEmpty, request.body == nil, !isOpen else {
                throw refusal(
                    "sends us on to \(to.name); nothing was sent there",
                    "if you trust it, set 'url' to \(URLParts.withoutQuery(url))"
                )
            }
        }
        return RedirectStep(request: next, followed: followed + 1)
    }
}

/// Who is meant by a URL.
struct URLParts: Hashable {
    let scheme: String
    let host: String
    let port: String

    /// Takes a URL apart; `nil` when it is none of HTTP, or names no host.
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

    /// Whether somebody has written a name and a password before the host.
    static func holdsCredentials(_ url: String) -> Bool {
        let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
        return rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }.contains("@")
    }

    /// How the place is called in a message: without path and query, in which a secret may stand.
    var name: String {
        let isUsual = (scheme, port) == ("http", "80") || (scheme, port) == ("https", "443")
        return "\(scheme)://\(host)\(isUsual ? "" : ":\(port)")"
    }

    /// A URL without its query and fragment.
    static func withoutQuery(_ url: String) -> String {
        String(url.prefix { $0 != "?" && $0 != "#" })
    }

    /// A reference as it is meant in a document.
    static func resolve(_ reference: String, in base: String) -> String? {
        guard !reference.utf8.contains(0), let text = ccurl_url_resolve(base, reference) else { return nil }
        defer { ccurl_free(text) }
        return String(cString: text)
    }
}
