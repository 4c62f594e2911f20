import CCurl
import LanguageServices

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
