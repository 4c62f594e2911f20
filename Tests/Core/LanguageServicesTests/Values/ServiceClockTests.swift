import LanguageServices
import LanguageServicesTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ServiceClockTests {
    @Test func theSystemClockDoesNotOverflowOnAnEndlessWait() async {
        let clock = ServiceClock.system
        let task = Task { try await clock.sleep(for: .seconds(Int64.max)) }
        for _ in 0..<10 { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.now >= .zero)
    }

    @Test func nothingToWaitForReturnsAtOnceUnlessCancelled() async throws {
        let clock = TestClock().serviceClock
        try await clock.sleep(for: .zero)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(for: .zero)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
