import LanguageServices
import RemoteTranslation
import TestSupport
import Testing

/// Network and server faults with every dialect: the correct error, in time, and without losing texts.
@Suite(.enabled(if: LoopbackServer.isInstalled, LoopbackServer.requirement), .timeLimit(.minutes(10)))
struct FaultMatrixTests {
    private let server: ServiceServer

    init() throws { server = try ServiceServer() }

    private static let everyDialect = RemoteTranslationDialect.allCases

    @Test(arguments: [
        ("drop", ServiceError.Code.network, true), ("nohttp", .protocolViolation, false),
        ("bomb", .limitExceeded, false),
        ("stall", .timedOut, true), ("ms=20000", .timedOut, true), ("trickle=30", .timedOut, true),
        ("redirect", .protocolViolation, false), ("redirect,by=308", .protocolViolation, false),
        ("redirect,by=301", .protocolViolation, false),
    ])
    func faultsMapToErrors(_ how: String, _ code: ServiceError.Code, _ outcomeUnknown: Bool) async throws {
        for dialect in Self.everyDialect {
            let time = code == .timedOut ? Duration.milliseconds(400) : .seconds(20)
            let provider = try server.provider(dialect, how) { $0.requestTime = time }
            let start = ContinuousClock.now
            let error = try #require(await provider.failure(), "\(dialect)")
            #expect(error.code == code, "\(dialect): \(error)")
            #expect(error.outcomeUnknown == outcomeUnknown, "\(dialect): \(error)")
            #expect(error.message.contains("127.0.0.1:\(server.port)"), "\(dialect): \(error)")
            // The server would continue for longer than this.
            if code == .timedOut { #expect(ContinuousClock.now - start < .seconds(15), "\(dialect)") }
        }
    }

    @Test func wrongContentLengthsAreDetected() async throws {
        for dialect in Self.everyDialect {
            // Separate connections are used, because on this one the rest of the answer has not arrived yet.
            let server = try ServiceServer()
            let error = try #require(await server.provider(dialect, "tooshort").failure())
            #expect(error.code == (dialect == .openai ? .network : .protocolViolation), "\(dialect): \(error)")
        }
    }

    @Test(arguments: [
        ("http://127.0.0.1:1", "cannot connect to"), ("http://no-such-host.invalid", "the host name of"),
    ])
    func unreachableServersAreNamed(_ place: String, _ words: String) async throws {
        for dialect in Self.everyDialect {
            let provider = try server.provider(dialect) { $0.url = place }
            let error = try #require(await provider.failure(), "\(dialect)")
            #expect(error.code == .network, "\(dialect): \(error)")
            #expect(error.message.contains(words), "\(dialect): \(error)")
            #expect(!error.outcomeUnknown)
            #expect(error.remedy != nil)
        }
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func redirectsNeverForwardTheKey(_ status: Int) async throws {
        let other = try ServiceServer.another()
        for dialect in Self.everyDialect {
            let place = other.address(dialect).replacing("/", with: "|")
            let error = await (try server.provider(dialect, "redirect=\(place),by=\(status)")).failure()
            #expect(error?.code == .protocolViolation, "\(dialect): \(String(describing: error))")
            #expect(try await other.log(dialect).isEmpty, "\(dialect)")
        }
    }

    @Test func closedConnectionsCauseNoSecondRequest() async throws {
        for dialect in Self.everyDialect {
            let provider = try server.provider(dialect, "once")
            var answered = 0
            for number in 0..<20 {
                do {
                    let found = try await provider.words(["One \(number)"])
                    #expect(found.first?.contains("One \(number)") == true, "\(dialect)")
                    answered += 1
                } catch {
                    // The connection was closed during the request, so it is unknown whether the server read it.
                    let error = ServiceError(error)
                    #expect(error.code == .network && error.outcomeUnknown, "\(dialect): \(error)")
                }
            }
            let posts = try await server.log(dialect, "once").filter { $0.method == "POST" }
            #expect(posts.count >= answered && posts.count <= 20, "\(dialect)")
            let texts = posts.map(\.body)
            #expect(Set(texts).count == texts.count, "\(dialect)")
            #expect(answered > 0, "\(dialect)")
        }
    }

    // MARK: Batches

    @Test(arguments: [
        "status=429", "status=500", "status=502", "status=503,retry=1", "status=408", "html=502", "cut", "drop",
        "stall",
        "garbage", "truncated", "tooshort", "nohttp", "trickle=30",
    ])
    func faultsLoseNoTextsOfABatch(_ fault: String) async throws {
        let texts = (0..<100).map { "Text \($0) " + String(repeating: "and so on ", count: 20) + "end \($0)." }
        for dialect in Self.everyDialect {
            let how = "\(fault),until=3"
            let provider = try server.provider(dialect, how) {
                $0.concurrency = 2
                if ["stall", "trickle=30"].contains(fault) { $0.requestTime = .milliseconds(1500) }
            }
            var found: [Int: String] = [:]
            var calls = 0
            while found.count < texts.count, calls < 6 {
                calls += 1
                let missing = texts.indices.filter { found[$0] == nil }
                guard let results = try? await provider.results(missing.map { texts[$0] }) else { continue }
                for (place, result) in zip(missing, results) {
                    switch result {
                    case .success(let translation): found[place] = translation.text
                    case .failure(let error): #expect(error.provider == "remote", "\(dialect): \(error)")
                    }
                }
            }
            #expect(found.count == texts.count, "\(dialect)")
            for (place, text) in found {
                #expect(text.contains("Text \(place) ") && text.contains("end \(place)."), "\(dialect): \(text)")
            }
            // Texts that have been translated are not sent again: no text is in more requests than there were calls or
            // failures.
            let asked = try await server.log(dialect, how).map(\.body)
            for place in [0, 57, 99] {
                #expect(asked.count { Self.holds($0, "end \(place).") } <= 4, "\(dialect) \(place)")
            }
        }
    }

    private static func holds(_ body: String, _ text: String) -> Bool {
        body.contains(text) || body.contains(text.replacing(" ", with: "%20"))
    }
}
