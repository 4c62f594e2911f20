import Database
import LanguageServices
import Platform
import RemoteState
import ServiceRegistry
import TestSupport
import Testing

@Suite("Answers on disk")
struct DiskResponseStoreTests {
    @Test("answers are available to the next process, and only to the same user")
    func persistence() async throws {
        let trial = try TrialStore()
        let store = trial.open()
        // No file is created until it is needed.
        #expect(trial.folder.names().isEmpty)
        #expect(try await store.text("a") == nil)
        try await store.keep("a", "agua\u{0}\u{FEFF}")
        try await store.keep("b")
        #expect(try await store.text("a") == "agua\u{0}\u{FEFF}")
        #expect(try await trial.open().text("a") == "agua\u{0}\u{FEFF}")
        let both = await trial.open().responses(
            for: [try TrialStore.key("a"), try TrialStore.key("c")],
            of: .translation
        )
        #expect(both.count == 1)
        // An answer of another service does not match, even under the same key.
        #expect(try await store.text("a", of: .speech) == nil)
        for path in [trial.file, trial.file + "-wal", trial.file + "-shm"] {
            #expect(try Self.mode(of: path) == 0o600)
        }
        #expect(try Self.mode(of: trial.folder.file("answers")) == 0o700)
        #expect(trial.notices.isEmpty)
    }

    private static func mode(of path: String) throws -> mode_t {
        var status = stat()
        try #require(lstat(path, &status) == 0, "\(path) is missing")
        return status.st_mode & 0o777
    }

    @Test("answers expire after the lifetime of their service, and are kept")
    func lifetimes() async throws {
        let trial = try TrialStore()
        let store = trial.open()
        let days: [(Service, Int64)] = [(.sentences, 7), (.translation, 30), (.speech, 90)]
        for (service, _) in days { try await store.keep("\(service)", of: service) }
        await store.store([
            try TrialStore.key("none"): NewResponse(bytes: [1], service: .translation, provider: "p", isMiss: true)
        ])
        func isStale(_ name: String, _ service: Service) async throws -> Bool? {
            try await store.responses(for: [TrialStore.key(name)], of: service)[TrialStore.key(name)]?.isStale
        }
        trial.pass(seconds: 3599)
        #expect(try await isStale("none", .translation) == false)
        trial.pass(seconds: 1)
        #expect(try await isStale("none", .translation) == true)
        trial.pass(seconds: -3600)
        var passed: Int64 = 0
        for (service, age) in days {
            trial.pass(days: age - passed, seconds: -1)
            #expect(try await isStale("\(service)", service) == false)
            trial.pass(seconds: 1)
            #expect(try await isStale("\(service)", service) == true)
            passed = age
        }
        // If the clock is set back, nothing expires.
        trial.pass(days: -1000)
        #expect(try await isStale("speech", .speech) == false)
    }

    @Test("the cache stays within its size limit and keeps the most recently used answers")
    func eviction() async throws {
        let trial = try TrialStore()
        var settings = DiskResponseStore.Settings()
        settings.maximumSize = 1 << 20
        let store = trial.open(settings)
        let large = String(repeating: "x", count: 9000)
        for number in 0..<400 {
            trial.pass(seconds: 10)
            try await store.keep("\(number)", large)
            // One is used now and then, more than an hour apart by the store's clock.
            if number % 20 == 0 {
                trial.pass(seconds: 4000)
                #expect(try await store.text("0") == large)
            }
        }
        #expect(try await store.text("0") == large)
        #expect(try await store.text("399") == large)
        #expect(try await store.text("1") == nil)
        let statistics = try #require(try store.statistics())
        #expect((50...120).contains(statistics.answers))
        var status = stat()
        #expect(stat(trial.file, &status) == 0 && status.st_size < (1 << 20) + 100_000)
        // An answer that would evict all others is not stored.
        try await store.keep("huge", String(repeating: "x", count: 300_000))
        #expect(try await store.text("huge") == nil)
        #expect(try store.mistakes().isEmpty)

        settings.maximumSize = 200_000
        try await trial.open(settings).keep("small")
        #expect(try #require(try store.statistics()).size < 200_000)
        #expect(try store.mistakes().isEmpty)
    }

    @Test("answers are replaced by key, and are bound to their key")
    func replacement() async throws {
        let trial = try TrialStore()
        let store = trial.open()
        for text in ["a", "b", "c"] { try await store.keep("x", text) }
        #expect(try await store.text("x") == "c")
        #expect(try store.statistics()?.answers == 1)
        // The requested text appears nowhere in the file.
        let secret = "a text that only its owner knows"
        try await store.keep(secret, "answer")
        for path in [trial.file, trial.file + "-wal"] {
            let bytes = try #require(contents(path))
            #expect(!String(decoding: bytes, as: UTF8.self).contains("only its owner"))
        }
    }

    @Test("answers with bit errors are misses")
    func rot() async throws {
        let trial = try TrialStore()
        try await trial.open().keep("a", "agua")
        try await trial.open().keep("b", "fuego")
        do {
            let database = try Database(.writing(trial.file), subject: "", largestValue: 1 << 20) {
                ServiceError(.io, $0.reason)
            }
            let change = try database.prepare("UPDATE answers SET value = ? WHERE value = ?")
            try change.bind(1, blob: Array("aguas".utf8))
            try change.bind(2, blob: Array("agua".utf8))
            try change.run()
            #expect(database.changes == 1)
        }
        let store = trial.open()
        #expect(try await store.text("a") == nil)
        #expect(try await store.text("b") == "fuego")
        #expect(try store.statistics()?.answers == 1)
        #expect(trial.notices.isEmpty)
    }

    @Test("answers are counted, and removed by selection")
    func clearing() async throws {
        let trial = try TrialStore()
        let store = trial.open()
        #expect(try store.statistics() == nil)
        #expect(try store.clear() == 0)
        #expect(trial.folder.names().isEmpty)
        try await store.keep("a", by: "libre")
        trial.pass(days: 10)
        try await store.keep("b", by: "deepl")
        try await store.keep("c", of: .speech, by: "deepl")
        await store.store([
            try TrialStore.key("none"): NewResponse(bytes: [1], service: .translation, provider: "deepl", isMiss: true)
        ])
        trial.pass(days: 25)
        let statistics = try #require(try store.statistics())
        #expect(statistics.answers == 4)
        #expect(statistics.newest.map { newest in statistics.oldest.map { newest - $0 } } == 864_000)
        let deepl = try #require(statistics.shares.first { $0.service == .translation && $0.provider == "deepl" })
        #expect(deepl.answers == 2 && deepl.misses == 1 && deepl.stale == 1)
        #expect(statistics.shares.first { $0.provider == "libre" }?.stale == 1)

        #expect(try store.clear(CacheSelection(olderThan: .days(30))) == 1)
        #expect(try store.clear(CacheSelection(service: .speech, provider: "libre")) == 0)
        #expect(try store.clear(CacheSelection(service: .speech)) == 1)
        #expect(try store.clear(CacheSelection(provider: "deepl")) == 2)
        try await store.keep("d", String(repeating: "x", count: 1 << 20))
        let before = store.sizeOnDisk
        #expect(try store.clear() == 1)
        #expect(store.sizeOnDisk < before - (1 << 20))
        // The store still works.
        try await store.keep("e")
        #expect(try await store.text("e") == "e")
    }

    @Test("the owner can export answers")
    func export() async throws {
        let trial = try TrialStore()
        let store = trial.open()
        struct Provider: TranslationProvider {
            let descriptor = ProviderDescriptor(
                id: "libre",
                kind: "http-trial",
                version: "1",
                service: .translation,
                locality: .network
            )
            func languagePairs() async throws -> [LanguagePair] { [] }
            func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
                TranslationResponse(
                    results: request.texts.map { text in
                        text == "none"
                            ? .failure(ServiceError(.notFound, "no"))
                            : .success(Translation(text: "agua", provider: "libre"))
                    },
                    report: .answered(by: "libre", in: .zero)
                )
            }
        }
        _ = try await Provider().cached(in: store).translate(TranslationRequest(texts: ["water", "none"]))
        try await store.keep("rubbish", of: .sentences)
        var all: [ExportedAnswer] = []
        try store.export { all.append($0) }
        #expect(all.count == 3)
        #expect(all.contains { $0.content == .translation(Translation(text: "agua", provider: "libre")) })
        #expect(all.contains { $0.content == .miss(ServiceError(.notFound, "no")) })
        #expect(all.contains { $0.content == .unknown && $0.service == .sentences })
        #expect(all.first?.storedText == "2027-01-15T08:00:00Z")
        var some = 0
        try store.export(CacheSelection(service: .sentences)) { _ in some += 1 }
        #expect(some == 1)
    }
}
