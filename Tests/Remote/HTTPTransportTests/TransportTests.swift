import HTTPTransport
import LanguageServices
import Platform
import TestSupport
import Testing

/// A server that simulates every fault, and a transport.
struct FaultServer {
    let server: LoopbackServer
    let transport = CurlTransport()

    init() throws { server = try LoopbackServer.start(Self.script) }

    func url(_ path: String) -> String { "\(server.address)/\(path)" }

    func get(_ path: String, limits: HTTPLimits = HTTPLimits()) async throws -> HTTPResponse {
        try await transport.send(HTTPRequest(.get, url(path), limits: limits))
    }

    func error(_ path: String, _ method: HTTPRequest.Method = .get, limits: HTTPLimits = HTTPLimits()) async
        -> ServiceError?
    {
        do {
            let body: [UInt8]? = method == .post ? Array("text".utf8) : nil
            _ = try await transport.send(HTTPRequest(method, url(path), body: body, limits: limits))
            return nil
        } catch {
            return ServiceError(error)
        }
    }

    func counts() async throws -> String { String(decoding: try await get("counts").body, as: UTF8.self) }

    private static let script = #filePath.replacing("TransportTests.swift", with: "Server/faults.py")
}

@Suite(.enabled(if: LoopbackServer.isInstalled, LoopbackServer.requirement), .timeLimit(.minutes(10)))
struct TransportTests {
    private let server: FaultServer

    init() throws { server = try FaultServer() }

    @Test func sendsTheRequestAndReturnsTheResponse() async throws {
        var request = HTTPRequest(
            .post,
            server.url("echo?a=b"),
            headers: ["Content-Type": "text/plain; charset=utf-8", "X-Empty": ""],
            body: Array("Grüße\0".utf8)
        )
        request.secretHeaders = [.init("Authorization", prefix: "Bearer ", Secret("k-1", source: "test"))]
        request.secretQuery = [.init("key", Secret("a&b c", source: "test"))]
        let response = try await server.transport.send(request)
        #expect(response.status == 200)
        #expect(response.head.headers["content-type"] == "application/json")
        #expect(response.head.url == server.url("echo"))
        let text = String(decoding: response.body, as: UTF8.self)
        #expect(text.contains(#""method": "POST""#))
        #expect(text.contains(#""target": "/echo?a=b&key=a%26b%20c""#))
        #expect(text.contains(#""authorization": "Bearer k-1""#))
        #expect(text.contains(#""x-empty": """#))
        #expect(text.contains(#"Gr\u00fc\u00dfe\u0000"#))
        #expect(text.contains(#""user-agent": "Parlance""#))
        #expect(!text.contains("expect"))
    }

    @Test(arguments: [200, 204, 301, 304, 400, 401, 403, 404, 407, 418, 429, 456, 500, 503, 529])
    func everyStatusCodeIsAResponse(_ status: Int) async throws {
        let response = try await server.get("status?code=\(status)&h-WWW-Authenticate=Basic%20realm%3Dx")
        #expect(response.status == status)
    }

    @Test func connectionsAreKept() async throws {
        for _ in 0..<50 { _ = try await server.get("plain") }
        #expect(try await server.counts().contains(#""connections": 1,"#))
    }

    @Test func aConnectionClosedByTheServerMeanwhileIsNotAnError() async throws {
        for _ in 0..<20 { #expect(try await server.get("once").status == 200) }
    }

    @Test func aRequestIsSentOnceWhenItsAnswerIsLost() async throws {
        let error = try #require(await server.error("drop", .post))
        #expect(error.code == .network)
        #expect(error.outcomeUnknown)
        #expect(try await server.counts().contains(#""drop": 1"#))
    }

    @Test func aRequestIsNotSentAgainOverAnotherConnection() async throws {
        // A reused connection may have been closed in the meantime. If a request was sent over it completely, it is
        // unknown whether the server read it.
        for size in [1, 100, 200_000] {
            _ = try await server.get("plain")
            let body = [UInt8](repeating: 97, count: size)
            let request = HTTPRequest(.post, server.url("drop"), body: body)
            let error = await #expect(throws: ServiceError.self) { try await server.transport.send(request) }
            #expect(error?.code == .network)
            #expect(error?.outcomeUnknown == true)
        }
        #expect(try await server.counts().contains(#""drop": 3"#))
    }

    @Test func requestsThatNeverReachedAServerHaveAKnownOutcome() async throws {
        for url in ["http://127.0.0.1:1/x", "http://no-such-host.invalid/x"] {
            let request = HTTPRequest(.post, url, body: [1])
            let error = await #expect(throws: ServiceError.self) { try await server.transport.send(request) }
            #expect(error?.code == .network)
            #expect(error?.outcomeUnknown == false)
        }
    }

    // MARK: Bodies

    @Test func aCompressedBodyIsDecompressed() async throws {
        #expect(try await server.get("gzip").body.count == 9000)
    }

    @Test func aDecompressionBombIsLimited() async throws {
        let error = await server.error("bomb", limits: HTTPLimits(bodyBytes: 1 << 20))
        #expect(error?.code == .limitExceeded)
    }

    @Test func aBodyDeclaredTooLargeIsNotRead() async throws {
        let error = await server.error("bytes?n=2000000", limits: HTTPLimits(bodyBytes: 1_999_999))
        #expect(error?.code == .limitExceeded)
        #expect(
            try await server.get("bytes?n=2000000", limits: HTTPLimits(bodyBytes: 2_000_000)).body.count == 2_000_000
        )
    }

    @Test(arguments: ["short", "cut", "reset", "drop"])
    func anInterruptedResponseIsAnError(_ path: String) async throws {
        #expect(await server.error(path)?.code == .network)
        #expect(await server.error(path)?.outcomeUnknown == false)
        #expect(await server.error(path, .post)?.outcomeUnknown == true)
    }

    @Test(arguments: ["garbage", "badgzip"])
    func nonHTTPResponsesAreErrors(_ path: String) async throws {
        #expect(await server.error(path)?.code == .protocolViolation)
    }

    @Test func headersAreLimitedAndInterimResponsesSkipped() async throws {
        #expect(await server.error("longhead?n=1000")?.code != nil)
        #expect(try await server.get("longhead?n=50").status == 200)
        #expect(try await server.get("interim").body == Array("after".utf8))
        let response = try await server.get("trailers")
        #expect(response.body == Array("body".utf8))
        #expect(response.head.headers["X-Late"] == nil)
    }

    @Test func aSlowReaderMakesTheServerWait() async throws {
        // Long enough on a machine that runs other tests at the same time.
        let limits = HTTPLimits(idle: .seconds(3), bodyBytes: 1 << 30)
        let stream = try await server.transport.stream(HTTPRequest(.get, server.url("huge?n=1000"), limits: limits))
        var body = stream.body.makeAsyncIterator()
        var bytes = try #require(try await body.next()).count
        // Longer than the idle limit, which does not apply while the body is not being read.
        try await Task.sleep(for: .seconds(5))
        let sent = try await server.counts()
        let blocks = try #require(sent.firstMatch(of: /"blocks": (\d+)/).flatMap { Int($0.1) })
        #expect(blocks < 400)
        while let piece = try await body.next() { bytes += piece.count }
        #expect(bytes == 65_536_000)
    }

    @Test func aStreamArrivesAsItIsSent() async throws {
        let stream = try await server.transport.stream(HTTPRequest(.get, server.url("events?n=5&ms=50")))
        var events: [String] = []
        for try await event in ServerSentEvents(stream.body) { events.append(event.data) }
        #expect(events == (0..<5).map { "event \($0)" })
    }

    // MARK: Time limits

    @Test func timeLimitsApply() async throws {
        let short = Duration.milliseconds(150)
        let cases: [(String, HTTPLimits, String)] = [
            ("sleep?ms=60000", HTTPLimits(firstByte: short), "did not respond within 150 ms"),
            ("stall", HTTPLimits(idle: short), "stopped sending its response for 150 ms"),
            ("trickle?n=1000&ms=50", HTTPLimits(total: short), "was not complete within 150 ms"),
            ("sleep?ms=60000", HTTPLimits(total: short), "was not complete within 150 ms"),
        ]
        for (path, limits, words) in cases {
            let start = ContinuousClock.now
            let error = try #require(await server.error(path, .post, limits: limits))
            #expect(error.code == .timedOut)
            #expect(error.outcomeUnknown)
            #expect(error.message.hasSuffix(words))
            #expect(ContinuousClock.now - start < .seconds(20))
        }
    }

    @Test func anUnresponsiveAddressTimesOut() async throws {
        let silence = try SilentPort()
        defer { withExtendedLifetime(silence) {} }
        let limits = HTTPLimits(connect: .milliseconds(150))
        let request = HTTPRequest(.post, "http://127.0.0.1:\(silence.port)/", body: [1], limits: limits)
        let error = await #expect(throws: ServiceError.self) { try await server.transport.send(request) }
        #expect(error?.code == .network)
        #expect(error?.message.hasSuffix("within 150 ms") == true)
        #expect(error?.outcomeUnknown == false)
    }

    // MARK: Cancellation

    @Test func aCancelledRequestEndsAtOnce() async throws {
        for path in ["sleep?ms=60000", "stall", "trickle?n=100000&ms=10"] {
            let task = Task { try await server.get(path) }
            try await Task.sleep(for: .milliseconds(50))
            let start = ContinuousClock.now
            task.cancel()
            let result = await task.result
            #expect(throws: ServiceError.self) { try result.get() }
            #expect(ContinuousClock.now - start < .seconds(10))
        }
    }

    @Test func aCancelledTaskSendsNothing() async throws {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await server.get("plain")
        }
        let result = await task.result
        #expect(throws: (any Error).self) { try result.get() }
        #expect(try await !server.counts().contains(#""plain""#))
    }

    @Test func aStreamOutlivesItsTransport() async throws {
        var transport: CurlTransport? = CurlTransport()
        let stream = try await transport?.stream(HTTPRequest(.get, server.url("trickle?n=10&ms=20")))
        transport = nil
        var bytes = 0
        for try await piece in try #require(stream).body { bytes += piece.count }
        #expect(bytes == 10)
    }

    @Test func manyRequestsCancelledAtRandomLeakNothing() async throws {
        var generator = SystemRandomNumberGenerator()
        _ = try await server.get("plain")
        let before = openDescriptors()
        // 400 rounds are 10,000 requests: PARLANCE_HTTP_ROUNDS=400.
        let rounds = getenv("PARLANCE_HTTP_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 40
        for _ in 0..<rounds {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<25 {
                    let wait = Duration.microseconds(Int.random(in: 0..<4000, using: &generator))
                    let path = ["plain", "sleep?ms=2", "bytes?n=100000", "gzip", "drop", "events?n=3&ms=1"]
                        .randomElement()
                    group.addTask {
                        let task = Task { try await server.get(path ?? "plain") }
                        try? await Task.sleep(for: wait)
                        task.cancel()
                        if case .success(let response) = await task.result { #expect(response.status == 200) }
                    }
                }
            }
        }
        #expect(try await server.get("plain").status == 200)
        // The number of kept connections is bounded, and abandoned requests do not keep any.
        #expect(openDescriptors() - before < 80)
    }

    private func openDescriptors() -> Int { (0..<4096).count { fcntl(Int32($0), F_GETFD) >= 0 } }

    // MARK: Other addresses

    @Test func redirectsAreFollowedWithinAHost() async throws {
        #expect(try await server.get("redirect?n=5").status == 200)
        #expect(await server.error("redirect?n=6")?.code == .protocolViolation)
        let text = String(decoding: try await post("redirect?code=307").body, as: UTF8.self)
        #expect(text.contains(#""method": "POST""#) && text.contains(#""body": "text""#) && text.contains("k-secret"))
        let other = String(decoding: try await post("redirect?code=303").body, as: UTF8.self)
        #expect(other.contains(#""method": "GET""#) && other.contains(#""body": """#))
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func nothingGoesToAnotherHost(_ status: Int) async throws {
        let other = try FaultServer()
        let error = await #expect(throws: ServiceError.self) {
            try await post("redirect?code=\(status)&to=\(other.url("echo"))")
        }
        #expect(error?.code == .protocolViolation)
        #expect(error?.remedy?.contains(other.server.address) == true)
        #expect(try await !other.counts().contains("echo"))
        // A request without secrets may be redirected to another host.
        #expect(try await server.get("redirect?code=\(status)&to=\(other.url("echo"))").status == 200)
    }

    private func post(_ path: String) async throws -> HTTPResponse {
        var request = HTTPRequest(.post, server.url(path), body: Array("text".utf8))
        request.secretHeaders = [.init("X-Api-Key", Secret("k-secret", source: "test"))]
        return try await server.transport.send(request)
    }

    @Test(arguments: [
        "", "nonsense", "ftp://x/", "file:///etc/passwd", "http://", "http:///x", "http://a b/", "http://x:99999/",
        "gopher://x",
        "http://\u{0}/", "http://user:hunter2@127.0.0.1/",
    ])
    func invalidAddressesAreRejected(_ url: String) async throws {
        let error = await #expect(throws: ServiceError.self) { try await server.transport.send(HTTPRequest(.get, url)) }
        #expect([.configuration, .network].contains(try #require(error).code))
        #expect(!"\(try #require(error))".contains("hunter2"))
    }

    @Test func aSecretWithALineBreakIsRejectedWithoutBeingShown() async throws {
        var request = HTTPRequest(.get, server.url("echo"))
        request.secretHeaders = [.init("X-Key", Secret("top\r\nX-Other: secret", source: "environment variable KEY"))]
        let error = await #expect(throws: ServiceError.self) { try await server.transport.send(request) }
        #expect(error?.code == .configuration)
        #expect(error?.message.contains("KEY") == true)
        #expect(!"\(String(describing: error))".contains("top"))
    }
}

/// A port whose connection queue is full, so that it never answers.
private final class SilentPort {
    let port: Int
    private var descriptors: [Int32] = []

    init() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        descriptors = [listener]
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, size) == 0 && getsockname(listener, address, &size) == 0
                    && listen(listener, 0) == 0
            }
        }
        port = Int(UInt16(bigEndian: address.sin_port))
        try #require(isListening)
        for _ in 0..<4 {
            let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
            descriptors.append(client)
            withUnsafePointer(to: &address) { address in
                address.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = connect(client, $0, size) }
            }
        }
    }

    deinit { for descriptor in descriptors { close(descriptor) } }
}
