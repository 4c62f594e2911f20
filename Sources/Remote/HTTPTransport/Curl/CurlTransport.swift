import CCurl
public import LanguageServices
import Platform

/// An HTTP transport based on libcurl. It supports HTTP/1.1 and HTTP/2, connection reuse, compression, and proxies from
/// the environment (`http_proxy`, `https_proxy`, `no_proxy`). Certificates are always verified.
///
/// One thread drives all transfers of a transport. It starts with the first request and ends when the transport is
/// deallocated. The first request also loads libcurl, so an unused transport costs nothing.
///
/// Redirects within a host are followed. A redirect to another host is followed only if the request has neither secrets
/// nor a body, so a key or a text to translate is sent only to the configured host.
public final class CurlTransport: HTTPTransport {
    private let driver: CurlDriver
    private let agent: String

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - agent: The `User-Agent` header.
    ///   - keptConnections: The maximum number of idle connections to keep for later requests.
    public init(agent: String = "Parlance", keptConnections: Int = 64) {
        driver = CurlDriver(keptConnections: keptConnections)
        self.agent = agent
    }

    deinit { driver.stop() }

    /// Why HTTP is unavailable on this machine; `nil` if it is available.
    public static var problem: ServiceError? {
        guard let reason = ccurl_load_failure() else { return nil }
        return ServiceError(
            .unavailable,
            "requests cannot be sent because libcurl cannot be loaded: \(String(cString: reason))",
            remedy: "install it: apt-get install libcurl4"
        )
    }

    /// Like ``problem``, but without loading an installed library.
    ///
    /// A library that is installed but cannot be loaded is detected only by the first request.
    public static var apparentProblem: ServiceError? { isOnDisk ? nil : problem }

    /// Sends a request and returns the response once its head has arrived.
    public func stream(_ request: HTTPRequest) async throws -> HTTPStream {
        if let problem = Self.problem { throw problem }
        try Task.checkCancellation()
        let start = ContinuousClock.now
        var step = RedirectStep(request: request)
        while true {
            let transfer = try driver.begin(try OutgoingRequest(step.request, agent: agent), since: start)
            let head = try await transfer.head()
            guard let next = try step.next(after: head) else {
                return HTTPStream(head: head, body: HTTPBody(transfer))
            }
            // The body of a redirect is not needed.
            transfer.cancel()
            step = next
        }
    }

    /// Whether the library is in a standard folder.
    ///
    /// If not, the loader may still find it elsewhere.
    private static var isOnDisk: Bool {
        folders.contains { folder in
            ["libcurl.so.4", "libcurl-gnutls.so.4"].contains { access("\(folder)/\($0)", R_OK) == 0 }
        }
    }

    private static let folders: [String] = {
        #if arch(x86_64)
        let machine = ["/usr/lib/x86_64-linux-gnu", "/lib/x86_64-linux-gnu"]
        #elseif arch(arm64)
        let machine = ["/usr/lib/aarch64-linux-gnu", "/lib/aarch64-linux-gnu"]
        #else
        let machine: [String] = []
        #endif
        return machine + ["/usr/lib64", "/usr/lib", "/lib64", "/lib", "/usr/local/lib"]
    }()
}
