package import LanguageServices

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
