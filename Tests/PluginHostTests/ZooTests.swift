import Files
import JSON
import LanguageServices
import LanguageServicesTesting
import PluginHost
import TestSupport
import Testing

/// Plug-ins that misbehave: each ends in the right error, and nothing of it stays behind.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct ZooTests {
    /// Short enough for a test, long enough for a Python to start on a busy machine where it has to.
    private static var limits: PluginLimits {
        var limits = PluginLimits()
        limits.idle = .seconds(2)
        limits.cancellation = .milliseconds(500)
        limits.end = .milliseconds(500)
        return limits
    }

    private static func shortStart() -> PluginLimits {
        var limits = limits
        limits.start = .milliseconds(1500)
        limits.startExtension = .milliseconds(1500)
        limits.longestStart = .seconds(3)
        return limits
    }

    private static let request = TranslationRequest(
        texts: ["dog"],
        source: LanguageTag("en"),
        target: LanguageTag("es")
    )

    /// Asks an animal, and looks afterwards whether anything is left of it.
    private func error(of way: String, _ limits: PluginLimits = Self.limits) async throws -> ServiceError? {
        let (provider, pool) = try PluginFixture.animal(way, limits: limits)
        var found: ServiceError?
        do {
            _ = try await provider.translate(Self.request)
        } catch {
            found = error as? ServiceError
            #expect(found != nil, "\(error)")
        }
        await pool.shutdown()
        #expect(await eventually { processes(holding: "zoo.py\u{0}\(way)\u{0}").isEmpty }, "\(way) is still there")
        return found
    }

    @Test(arguments: [
        "long-line", "endless-line", "wrong-length", "huge-payload", "wrong-id", "no-id", "not-a-frame", "comments",
        "repeated-key", "half-a-pair", "invalid-utf8", "deep", "wrong-count", "closes-output",
    ])
    func breaksTheProtocol(_ way: String) async throws {
        let error = try await error(of: way)
        #expect(error?.code == .protocolViolation, "\(String(describing: error))")
        #expect(error?.provider == "fixture")
    }

    @Test(arguments: ["wrong-version", "endless-banner"])
    func startsWrongly(_ way: String) async throws {
        #expect(try await error(of: way)?.code == .protocolViolation)
    }

    @Test func offersSomethingElse() async throws {
        #expect(try await error(of: "no-service")?.code == .unsupported)
    }

    @Test(arguments: ["exit-early", "exit-early-with-words", "crash", "truncated-payload"])
    func ends(_ way: String) async throws {
        let error = try #require(try await error(of: way))
        #expect(error.code == .pluginCrashed, "\(error)")
        if way == "exit-early-with-words" {
            #expect(error.message.contains("exit status 3") && error.message.contains("there is no model"))
            #expect(error.underlying == "I! hello\nE! there is no model")
        }
        if way == "crash" {
            #expect(error.message.contains("SIGSEGV") && !error.message.contains("\u{1B}"))
        }
    }

    @Test func saysWhyItCannotStart() async throws {
        let error = try #require(try await error(of: "refuses"))
        #expect(error.code == .configuration)
        #expect(error.message == "there is no model at all" && error.remedy == "name one")
    }

    @Test func hangsAtTheStart() async throws {
        let error = try await error(of: "hang-at-start", Self.shortStart())
        #expect(error?.code == .timedOut && error?.message.contains("was not ready") == true)
    }

    @Test func isAboutToStartForEver() async throws {
        #expect(try await error(of: "no-end-of-starting", Self.shortStart())?.code == .timedOut)
    }

    @Test func neverAnswers() async throws {
        let error = try await error(of: "never-answers")
        #expect(error?.code == .timedOut && error?.message.contains("said nothing for 2 s") == true)
    }

    @Test func ignoresSIGTERM() async throws {
        #expect(try await error(of: "stubborn")?.code == .timedOut)
    }

    @Test(arguments: [
        "banner", "slow-start", "stderr-flood", "answers-and-exits", "grandchild", "fork-loop", "two-finals",
    ])
    func answers(_ way: String) async throws {
        #expect(try await error(of: way) == nil)
    }

    @Test(arguments: ["grandchild", "fork-loop"])
    func leavesNoChildren(_ way: String) async throws {
        let (provider, pool) = try PluginFixture.animal(way, limits: Self.limits)
        _ = try await provider.translate(Self.request)
        let leader = try #require(await pool.identifiers.first)
        await pool.shutdown()
        #expect(await eventually { !groupExists(leader) })
    }

    @Test func aBannerIsTold() async throws {
        let (provider, pool) = try PluginFixture.animal("banner", limits: Self.limits)
        let notices = try await provider.translate(Self.request).report.notices
        #expect(
            notices == ["the plug-in wrote 3 lines to its standard output that are no frames; they were passed over"]
        )
        #expect(try await provider.translate(Self.request).report.notices == [])
        await pool.shutdown()
    }

    @Test func aSecondAnswerEndsTheProcess() async throws {
        let (provider, pool) = try PluginFixture.animal("two-finals", limits: Self.limits)
        _ = try await provider.translate(Self.request)
        #expect(await eventually { await pool.identifiers.isEmpty })
        await pool.shutdown()
    }

    @Test func aFloodIsHeldBack() async throws {
        var limits = Self.limits
        limits.request = .seconds(3)
        let before = residentBytes()
        let error = try await error(of: "event-flood", limits)
        #expect(error?.code == .timedOut)
        #expect(residentBytes() - before < 200 << 20)
    }

    @Test func whatNobodyTakesIsHeldBack() async throws {
        let pool = try PluginFixture.pool("zoo", ["event-flood"], limits: Self.limits)
        let exchange = PluginExchange(pool, "translation.translate") { _ in ["texts": ["dog"]] }
        _ = try await exchange.begin()
        // The first frame tells that the flood has begun; nobody takes the others.
        _ = try await exchange.next()
        let leader = try #require(await pool.identifiers.first)
        // Longer than a plug-in may be silent: while nothing is read that does not count.
        try await Task.sleep(for: .seconds(4))
        #expect(groupExists(leader))
        #expect(residentBytes() < 1 << 30)
        for _ in 0..<2000 { _ = try await exchange.next() }
        exchange.abandon()
        await pool.shutdown()
        #expect(await eventually { !groupExists(leader) })
    }

    @Test func theChainGoesOn() async throws {
        let (broken, pool) = try PluginFixture.animal("crash", limits: Self.limits)
        let other = InMemoryTranslation(
            id: "memory",
            entries: [
                LanguagePair(source: try #require(LanguageTag("en")), target: try #require(LanguageTag("es"))): [
                    "dog": "perro"
                ]
            ]
        )
        let chain = FallbackTranslation([broken, other])
        let answer = try await chain.translate(Self.request)
        #expect(try answer.results[0].get().text == "perro")
        #expect(answer.report.attempts.map(\.provider) == ["fixture", "memory"])
        #expect(answer.report.attempts[0].code == .pluginCrashed)
        await pool.shutdown()
    }

    @Test func noDescriptorStays() async throws {
        for way in ["crash", "not-a-frame", "answers-and-exits"] { _ = try await error(of: way) }
        let before = TemporaryFolder.names(in: "/proc/self/fd").count
        for way in ["crash", "not-a-frame", "answers-and-exits", "grandchild"] { _ = try await error(of: way) }
        // Other tests open files as well; a leak is several for each process.
        #expect(await eventually { TemporaryFolder.names(in: "/proc/self/fd").count <= before + 2 })
    }

    @Test func aCancelledRequestEndsAtOnceAndItsProcessSoon() async throws {
        let (provider, pool) = try PluginFixture.animal("never-answers", limits: Self.limits)
        let task = Task { try await provider.translate(Self.request) }
        #expect(await eventually { await !pool.identifiers.isEmpty })
        task.cancel()
        await #expect { try await task.value } throws: { ($0 as? ServiceError)?.code == .cancelled }
        #expect(await eventually { await pool.identifiers.isEmpty })
        await pool.shutdown()
    }
}
