import CCurl
public import LanguageServices
import Platform

/// Sends requests by libcurl: HTTP/1.1 and HTTP/2, kept connections, compressed answers, the proxies of the environment
/// (`http_proxy`, `https_proxy`, `no_proxy`), certificates always checked.
///
/// One thread drives all transfers of a transport. It is started by the first request, and ended with the last copy of the
/// transport; libcurl is loaded by the first request too, so a transport that is never used costs nothing.
///
/// Redirects are followed within a host. To another host only a request without secrets and without a body is followed: a
/// key, or a text to be translated, goes to nobody but whom the configuration names.
public final class CurlTransport: HTTPTransport {
    private let driver: CurlDriver
    private let agent: String

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - agent: What the servers are told about who asks.
    ///   - keptConnections: How many connections are kept open for later requests.
    public init(agent: String = "Parlance", keptConnections: Int = 64) {
        driver = CurlDriver(keptConnections: keptConnections)
        self.agent = agent
    }

    deinit { driver.stop() }

    /// Why there is no HTTP on this machine; `nil` when there is.
    public static var problem: ServiceError? {
        guard let reason = ccurl_load_failure() else { return nil }
        return ServiceError(
            .unavailable,
            "nothing can be sent, since libcurl cannot be loaded: \(String(cString: reason))",
            remedy: "install it: apt-get install libcurl4"
        )
    }

    /// The same, as far as it can be told without loading the library where that is installed.
    ///
    /// Whether an installed library can be loaded shows at the first request.
    public static var apparentProblem: ServiceError? { isOnDisk ? nil : problem }

    /// Sends a request, and gives the answer when its head is there.
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
            // What stands beside the new address is of no interest.
            transfer.cancel()
            step = next
        }
    }

    /// Whether the file of the library lies where systems keep libraries.
    ///
    /// Where it does not, it may still be found: the loader has a list of its own.
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
