import LanguageServices
import Platform
import Synchronization
import Testing

@Suite("Ordered concurrent work")
struct OrderedWorkTests {
    @Test("results are in item order, and concurrency is limited")
    func order() async throws {
        let atOnce = Mutex((now: 0, most: 0))
        let results = try await OrderedWork<Int, Int>(width: 3).results(for: Array(0..<50)) { item in
            atOnce.withLock { ($0.now, $0.most) = ($0.now + 1, max($0.most, $0.now + 1)) }
            // Every third item is overtaken by the following ones.
            for _ in 0..<(item % 3 == 0 ? 20 : 0) { await Task.yield() }
            atOnce.withLock { $0.now -= 1 }
            return item * 2
        }
        #expect(results == (0..<50).map { $0 * 2 })
        #expect(atOnce.withLock { $0.most } <= 3)
    }

    @Test("an endless sequence is read only a little ahead")
    func endless() async throws {
        let taken = Mutex(0)
        await #expect(throws: ServiceError.self) {
            try await OrderedWork<Int, Int>(width: 2).run {
                taken.withLock { taken in
                    taken += 1
                    return taken
                }
            } begin: { item in
                { item }
            } receive: {
                if $0 == 100 { throw ServiceError(.cancelled, "enough") }
            }
        }
        #expect(taken.withLock { $0 } <= 110)
    }
}
