import LanguageServices
import Testing

@testable import ServiceRegistry

@Suite("The memory store")
struct MemoryResponseStoreTests {
    private func key(_ number: Int) throws -> CacheKey {
        try #require(CacheKey(bytes: SHA256.of("\(number)".utf8)))
    }

    private func response(_ size: Int) -> NewResponse {
        NewResponse(bytes: Array(repeating: 0, count: size), service: .translation, provider: "p")
    }

    @Test("the least recently used answers are evicted")
    func eviction() async throws {
        let store = MemoryResponseStore(limit: 10_000)
        for number in 0..<10 { await store.store([try key(number): response(700)]) }
        #expect(store.count == 10)
        // The oldest answer is used.
        #expect(await store.responses(for: [try key(0)], of: .translation).count == 1)
        await store.store([try key(10): response(1200)])
        let left = await store.responses(for: try (0...10).map(key), of: .translation)
        #expect(Set(left.keys).isSuperset(of: [try key(0), try key(10)]))
        #expect(try left[key(1)] == nil)
        #expect(left.values.reduce(0) { $0 + $1.bytes.count } < 9000)
        // An answer larger than the limit evicts nothing.
        await store.store([try key(11): response(20_000)])
        #expect(await store.responses(for: [try key(11)], of: .translation).isEmpty)
    }

    @Test("an answer replaces another one with the same key")
    func replacement() async throws {
        let store = MemoryResponseStore(limit: 10_000)
        for _ in 0..<100 { await store.store([try key(0): response(700)]) }
        #expect(store.count == 1)
    }
}
