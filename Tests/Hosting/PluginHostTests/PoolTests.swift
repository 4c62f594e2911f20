import LanguageServices
import LanguageServicesTesting
import PluginHost
import Synchronization
import TestSupport
import Testing

/// Sharing, starting and stopping processes.
@Suite(.timeLimit(.minutes(10)))
struct PoolTests {
    private func pool(
        _ program: String,
        _ arguments: [String] = [],
        size: Int = 1,
        clock: TestClock = TestClock(),
        resets: @escaping @Sendable () -> Int = { 0 }
    ) throws -> PluginPool {
        let launch = try PluginFixture.launch(program, arguments, service: .translation)
        return PluginPool(
            provider: "fixture",
            service: .translation,
            size: size,
            clock: clock.serviceClock,
            resets: resets
        ) { () throws(ServiceError) in launch }
    }

    private func failure(_ pool: PluginPool) async -> ServiceError? {
        do throws(ServiceError) {
            await pool.giveBack(try await pool.take())
            return nil
        } catch {
            return error
        }
    }

    @Test func aPluginThatBreaksIsGivenARest() async throws {
        let clock = TestClock()
        let resets = Counter()
        let pool = try pool("zoo", ["exit-early"], clock: clock, resets: { resets.count })
        for _ in 1...4 {
            #expect(await failure(pool)?.code == .pluginCrashed)
            clock.advance(by: .seconds(31))
        }
        #expect(await pool.problem == nil)
        #expect(await failure(pool)?.code == .pluginCrashed)
        clock.advance(by: .seconds(31))
        for _ in 1...2 {
            let error = try #require(await failure(pool))
            #expect(error.code == .unavailable && error.rejectedLocally)
            #expect(error.message.contains("5 times") && error.remedy?.contains("plugin reset") == true)
        }
        #expect(await pool.problem?.code == .unavailable)
        // The user has fixed the plug-in and reset it.
        resets.add()
        #expect(await pool.problem == nil)
        #expect(await failure(pool)?.code == .pluginCrashed)
        await pool.shutdown()
        #expect(await failure(pool)?.code == .unavailable)
    }

    @Test func aLongRestIsToldInsteadOfWaitedFor() async throws {
        let clock = TestClock()
        let pool = try pool("zoo", ["exit-early"], clock: clock)
        for wait in [0.5, 1, 2] {
            #expect(await failure(pool)?.code == .pluginCrashed)
            clock.advance(by: .seconds(wait))
        }
        #expect(await failure(pool)?.code == .pluginCrashed)
        let error = try #require(await failure(pool))
        #expect(error.code == .unavailable && error.retryAfter == .seconds(4) && error.rejectedLocally)
        await pool.shutdown()
    }

    @Test func aProcessThatNobodyNeedsEnds() async throws {
        let clock = TestClock()
        let pool = try pool("good", clock: clock)
        let provider = PluginTranslation(PluginFixture.context(pool, .translation))
        let request = TranslationRequest(texts: ["pid"], target: LanguageTag("es"))
        let first = try await provider.translate(request).results[0].get().text
        #expect(try await provider.translate(request).results[0].get().text == first)
        // The timer of the second request may start after the clock has been advanced, so the clock is advanced until it fires.
        #expect(
            await eventually {
                clock.advance(by: .seconds(300))
                return await pool.identifiers.isEmpty
            }
        )
        // A new process starts without delay, because the previous one did not crash.
        #expect(try await provider.translate(request).results[0].get().text != first)
        await pool.shutdown()
    }

    @Test func severalProcessesShareTheWork() async throws {
        let pool = try pool("good", size: 2)
        let first = try await pool.take()
        let second = try await pool.take()
        #expect(first.process.identifier != second.process.identifier)
        let third = Task { () async throws(ServiceError) in try await pool.take() }
        await pool.giveBack(second)
        #expect(try await third.value.process.identifier == second.process.identifier)
        // Cancelling a task that waits for a process throws an error.
        let fourth = Task { () async throws(ServiceError) in try await pool.take() }
        fourth.cancel()
        await #expect { try await fourth.value } throws: { ($0 as? ServiceError)?.code == .cancelled }
        await pool.shutdown()
        #expect(await eventually { !groupExists(first.process.identifier) && !groupExists(second.process.identifier) })
    }

    @Test func aPoolThatIsDroppedLeavesNothing() async throws {
        var pool: PluginPool? = try pool("good")
        let leader = try #require(try await pool?.take().process.identifier)
        #expect(groupExists(leader))
        pool = nil
        #expect(await eventually { !groupExists(leader) })
    }
}

/// A thread-safe counter.
private final class Counter: Sendable {
    private let value = Mutex(0)

    var count: Int { value.withLock { $0 } }

    func add() { value.withLock { $0 += 1 } }
}
