import JSON
import LanguageServices
import LanguageServicesTesting
import Platform
import PluginHost
import ServiceRegistry
import Synchronization
import TestSupport
import Testing

/// Misbehaving plug-ins. Each causes the right error, the chain continues with the next provider, and no process or
/// descriptor remains.
///
/// | behaviour | test plug-in |
/// |---|---|
/// | prints a banner to standard output | `banner`, `endless-banner` |
/// | hangs at the start, starts slowly, never finishes starting | `hang-at-start`, `slow-start`, `no-end-of-starting` |
/// | never answers | `never-answers` |
/// | sends a line of 2 MiB, a line without end | `long-line`, `endless-line` |
/// | sends a truncated payload, or one of another length | `truncated-payload`, `wrong-length`, `huge-payload` |
/// | sends two final frames, a wrong ID, no ID | `two-finals`, `wrong-id`, `no-id` |
/// | floods its log, or the host with events | `stderr-flood`, `event-flood` |
/// | crashes, also in the middle of its sound | `crash`, `crash-mid-stream` |
/// | ignores SIGTERM | `stubborn`; when its host was killed: `HostDeathTests` of the program |
/// | leaves a grandchild that keeps its output open; ten of them | `grandchild`, `fork-loop` |
/// | exits early with status 0 | `exit-early` |
/// | sends invalid UTF-8, invalid frames, invalid JSON | `invalid-utf8`, `half-a-pair`, `not-a-frame`, `comments`, `repeated-key`, `deep` |
/// | reports a cancellation; sends unusable results forever | `says-it-was-cancelled`, `same-sentence-for-ever` |
/// | allocates memory without limit | `memory-hog`, `memory-hog-family` |
/// | has changed, can be changed by others | `TrustTests`, `KindTests` |
@Suite(.serialized, .timeLimit(.minutes(10)))
struct ZooTests {
    /// Short enough for a test, but long enough for Python to start on a busy machine.
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
        limits.maximumStartTime = .seconds(3)
        return limits
    }

    private static let request = TranslationRequest(
        texts: ["dog"],
        source: LanguageTag("en"),
        target: LanguageTag("es")
    )

    /// The maximum growth of this process in bytes. Other tests run in it as well, and an unbounded flood would use
    /// more.
    private static let mostGrowth = 512 << 20

    /// Sends a request to a misbehaving plug-in in a chain whose second provider knows the answer, and checks that no
    /// trace of the plug-in remains.
    private func error(of way: String, _ limits: PluginLimits = Self.limits, memory: Int? = nil) async throws
        -> ServiceError?
    {
        let before = residentBytes()
        let (provider, pool) = try PluginFixture.animal(way, limits: limits, memory: memory)
        let overheard = OverheardTranslation(provider)
        let answer = try await FallbackTranslation([overheard, try Self.memory()]).translate(Self.request)
        let error = overheard.error
        #expect(try answer.results[0].get().text == (error == nil ? "DOG" : "perro"))
        #expect(answer.report.attempts.map(\.provider) == (error == nil ? ["fixture"] : ["fixture", "memory"]))
        #expect(answer.report.attempts[0].code == error?.code)
        await pool.shutdown()
        #expect(await eventually { processes(holding: "zoo.py\u{0}\(way)\u{0}").isEmpty }, "\(way) is still running")
        #expect(residentBytes() - before < Self.mostGrowth)
        return error
    }

    private static func memory() throws -> InMemoryTranslation {
        let pair = LanguagePair(source: try #require(LanguageTag("en")), target: try #require(LanguageTag("es")))
        return InMemoryTranslation(id: "memory", entries: [pair: ["dog": "perro"]])
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

    /// Memory beyond the limit is refused, including to child processes.
    @Test(.enabled(if: ChildRequest.limitsMemory), arguments: ["memory-hog", "memory-hog-family"])
    func takesMemoryWithoutEnd(_ way: String) async throws {
        // Filling the memory can take seconds on a busy machine.
        var limits = Self.limits
        limits.idle = .seconds(60)
        let error = try #require(try await error(of: way, limits, memory: 256 << 20))
        #expect(error.code == .pluginCrashed, "\(error)")
        #expect(error.underlying?.contains("MemoryError") == true, "\(error)")
        if way == "memory-hog" {
            #expect(error.message.contains("most of its 256 MiB") && error.remedy?.contains("memoryMiB") == true)
        }
    }

    /// The host has not cancelled the request, so the error is not treated as a cancellation, and the next provider is
    /// tried.
    @Test func saysThatItWasCancelled() async throws {
        let error = try #require(try await error(of: "says-it-was-cancelled"))
        #expect(error.code == .providerFailed && error.message.contains("that was not cancelled"), "\(error)")
    }

    @Test(arguments: ["dog", "cat"]) func sendsWhatCannotBeUsedForEver(_ word: String) async throws {
        let pool = try PluginFixture.pool("zoo", ["same-sentence-for-ever"], service: .sentences, limits: Self.limits)
        let provider = PluginSentences(PluginFixture.context(pool, .sentences))
        let request = SentenceRequest(word: word, language: LanguageTag("en"), count: 3)
        do {
            let answer = try await provider.sentences(for: request)
            #expect(word == "dog" && answer.sentences.count == 1)
            #expect(answer.report.notices.contains { $0.contains("thrown away") }, "\(answer.report.notices)")
        } catch {
            #expect(word == "cat" && (error as? ServiceError)?.code == .notFound, "\(error)")
        }
        await pool.shutdown()
        #expect(await eventually { processes(holding: "zoo.py\u{0}same-sentence-for-ever\u{0}").isEmpty })
    }

    /// Speech that was partly delivered is not restarted.
    @Test func crashesInTheMiddleOfItsSound() async throws {
        let pool = try PluginFixture.pool("zoo", ["crash-mid-stream"], service: .speech, limits: Self.limits)
        let stream = try await PluginSpeech(PluginFixture.context(pool, .speech)).synthesize(SpeechRequest(text: "a"))
        var heard = 0
        let error = await #expect(throws: ServiceError.self) {
            for try await event in stream {
                if case .audio(let chunk) = event { heard += chunk.samples.count }
            }
        }
        #expect(error?.code == .pluginCrashed && heard == 1000)
        await pool.shutdown()
        #expect(await eventually { processes(holding: "zoo.py\u{0}crash-mid-stream\u{0}").isEmpty })
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
        #expect(error?.code == .timedOut && error?.message.contains("was silent for 2 s") == true)
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
            notices == ["ignored 3 lines that are not frames in the plug-in's standard output"]
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
        #expect(try await error(of: "event-flood", limits)?.code == .timedOut)
    }

    @Test func whatNobodyTakesIsHeldBack() async throws {
        let pool = try PluginFixture.pool("zoo", ["event-flood"], limits: Self.limits)
        let exchange = PluginExchange(pool, "translation.translate") { _ in ["texts": ["dog"]] }
        _ = try await exchange.begin()
        // The first event shows that the flood has started. The remaining events are not read.
        _ = try await exchange.next()
        let leader = try #require(await pool.identifiers.first)
        // Longer than the idle limit, which does not count while reading is paused.
        try await Task.sleep(for: .seconds(4))
        #expect(groupExists(leader))
        #expect(residentBytes() < 1 << 30)
        for _ in 0..<2000 { _ = try await exchange.next() }
        exchange.abandon()
        await pool.shutdown()
        #expect(await eventually { !groupExists(leader) })
    }

    @Test func noDescriptorStays() async throws {
        let ways = ["crash", "not-a-frame", "answers-and-exits", "grandchild", "exit-early", "closes-output"]
        for way in ways { _ = try await error(of: way) }
        let before = TemporaryFolder.names(in: "/proc/self/fd").count
        for _ in 0..<4 {
            for way in ways { _ = try await error(of: way) }
        }
        // Other tests open files as well. A leak would leave at least one descriptor for each of two dozen processes.
        #expect(await eventually { TemporaryFolder.names(in: "/proc/self/fd").count <= before + 12 })
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

/// Records the last error of a provider, because a chain keeps only its code.
private struct OverheardTranslation: TranslationProvider {
    private final class Memory: Sendable { let error = Mutex<ServiceError?>(nil) }

    private let provider: any TranslationProvider
    private let memory = Memory()

    init(_ provider: any TranslationProvider) { self.provider = provider }

    var error: ServiceError? { memory.error.withLock { $0 } }
    var descriptor: ProviderDescriptor { provider.descriptor }

    func status() async -> ProviderStatus { await provider.status() }
    func shutdown() async { await provider.shutdown() }
    func languagePairs() async throws -> [LanguagePair] { try await provider.languagePairs() }

    func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
        do {
            return try await provider.translate(request)
        } catch {
            memory.error.withLock { $0 = error as? ServiceError }
            throw error
        }
    }
}
