import LanguageServices
import RemoteState
import ServiceRegistry
import Testing

@Suite("Adding requests to the queue")
struct OfflineQueueTests {
    private let place: QueuePlace
    private let request = TranslationRequest(texts: ["a", "b"], source: LanguageTag("en"), target: LanguageTag("es"))

    init() throws { place = try QueuePlace() }

    private func queue(_ providers: any TranslationProvider...) -> OfflineQueue {
        OfflineQueue(place.file(), for: providers.map(\.descriptor))
    }

    private static func failing(
        _ id: ProviderID = "remote",
        _ code: ServiceError.Code = .network,
        locality: ProviderDescriptor.Locality = .network,
        outcomeUnknown: Bool = false
    ) -> CountingTranslation {
        CountingTranslation(id, locality: locality) { _, _ in
            var error = ServiceError(code, "it failed", provider: id)
            error.outcomeUnknown = outcomeUnknown
            throw error
        }
    }

    @Test(arguments: [ServiceError.Code.network, .timedOut, .unavailable])
    func unsentRequestsAreQueued(code: ServiceError.Code) async throws {
        let remote = Self.failing("remote", code)
        let provider = QueueingTranslation(remote, queue: queue(remote))
        let response = try await provider.translate(request)
        #expect(response.errors.map(\.queuedAs) == ["1", "2"])
        #expect(response.errors.map(\.code) == [code, code])
        let entries = try await place.file().entries()
        #expect(entries.map(\.request.text) == ["a", "b"])
        #expect(entries.map(\.request.provider) == ["remote", "remote"])
    }

    @Test(arguments: ServiceError.Code.known.filter { ![.network, .timedOut, .unavailable].contains($0) })
    func otherFailuresAreNot(code: ServiceError.Code) async throws {
        let remote = Self.failing("remote", code)
        let provider = QueueingTranslation(remote, queue: queue(remote))
        let error = await #expect(throws: ServiceError.self) { try await provider.translate(request) }
        #expect(error?.code == code)
        #expect(try await place.file().entries() == [])
    }

    @Test func requestsWithAnUnknownOutcomeAreNotQueued() async throws {
        let remote = Self.failing(outcomeUnknown: true)
        let provider = QueueingTranslation(remote, queue: queue(remote))
        await #expect(throws: ServiceError.self) { try await provider.translate(request) }
        #expect(try await place.file().entries() == [])
    }

    @Test func requestsForALocalProviderAreNotQueued() async throws {
        let local = Self.failing("local", .unavailable, locality: .plugin)
        let provider = QueueingTranslation(local, queue: queue(local))
        await #expect(throws: ServiceError.self) { try await provider.translate(request) }
        #expect(try await place.file().entries() == [])
    }

    @Test func aTextIsQueuedForTheFirstUnreachableChainMember() async throws {
        let local = CountingTranslation("local", locality: .inProcess) { text, _ in
            text == "a"
                ? .success(Translation(text: "A", provider: "local"))
                : .failure(ServiceError(.notFound, "no such word"))
        }
        let missing = Self.failing("missing", .unavailable, locality: .plugin)
        let first = Self.failing("first")
        let second = Self.failing("second")
        let chain = FallbackTranslation([local, missing, first, second])
        let provider = QueueingTranslation(chain, queue: queue(local, missing, first, second))
        let response = try await provider.translate(request)
        #expect(response.words == ["A", "<unavailable>"])
        #expect(try await place.file().entries().map(\.request.provider) == ["first"])
        #expect(try await place.file().entries().map(\.request.text) == ["b"])
    }

    @Test func nothingIsQueuedIfAChainMemberHasAnUnknownOutcome() async throws {
        for isSecond in [true, false] {
            let lost = Self.failing("lost", outcomeUnknown: true)
            let away = Self.failing("away")
            let chain = FallbackTranslation(isSecond ? [away, lost] : [lost, away])
            let provider = QueueingTranslation(chain, queue: queue(lost, away))
            let error = await #expect(throws: ServiceError.self) { try await provider.translate(request) }
            #expect(error?.outcomeUnknown == true)
            // The same if a third provider can answer one of the texts.
            let some = CountingTranslation("some", locality: .inProcess) { text, _ in
                text == "a"
                    ? .success(Translation(text: "A", provider: "some")) : .failure(ServiceError(.notFound, "no"))
            }
            let longer = FallbackTranslation([some] + (isSecond ? [away, lost] : [lost, away]))
            let response = try await QueueingTranslation(longer, queue: queue(some, lost, away)).translate(request)
            #expect(response.words == ["A", "<network>"])
            #expect(try await place.file().entries() == [])
        }
    }

    @Test func rejectedTextsOfABatchAreNotQueued() async throws {
        let remote = CountingTranslation { text, _ in
            .failure(ServiceError(text == "a" ? .invalidRequest : .network, "no", provider: "remote"))
        }
        let response = try await QueueingTranslation(remote, queue: queue(remote)).translate(request)
        #expect(response.words == ["<invalidRequest>", "<network>"])
        #expect(try await place.file().entries().map(\.request.text) == ["b"])
    }

    @Test func anAnswerInTheQueueIsReturned() async throws {
        let store = place.file()
        _ = try await store.add([waiting("a")])
        _ = try await store.claim()
        _ = try await store.begin([1])
        try await store.settle([(1, .answered(.translation(Translation(text: "hecho", provider: "remote"))))])
        let remote = Self.failing()
        let response = try await QueueingTranslation(remote, queue: queue(remote)).translate(request)
        #expect(response.words == ["hecho", "<network>"])
    }

    @Test func anUncertainTextIsReported() async throws {
        let store = place.file()
        _ = try await store.add([waiting("a")])
        _ = try await store.claim()
        _ = try await store.begin([1])
        try await store.settle([(1, .uncertain(noNetwork))])
        let remote = Self.failing()
        let response = try await QueueingTranslation(remote, queue: queue(remote)).translate(request)
        #expect(response.errors.map(\.outcomeUnknown) == [true, false])
        #expect(response.errors.map(\.queuedAs) == ["1", "2"])
    }

    @Test func aFullQueueIsReportedWithTheError() async throws {
        let store = place.file(limits: QueueLimits(requests: 1))
        let remote = Self.failing()
        let provider = QueueingTranslation(remote, queue: OfflineQueue(store, for: [remote.descriptor]))
        let response = try await provider.translate(request)
        #expect(response.words == ["<network>", "<network>"])
        for case .failure(let error) in response.results {
            #expect(error.queuedAs == nil)
            #expect(error.message.contains("was not queued"))
            #expect(error.remedy?.contains("queue run") == true)
        }
    }

    @Test func configuredDefaultsAreStoredWithTheRequest() async throws {
        let registry = ServiceRegistry()
        let remote = Self.failing()
        try registry.register(remote)
        let settings = ServiceSettings(
            use: ["remote"],
            options: OptionValues(["from": OptionValue(.string("de")), "to": OptionValue(.string("fr"))])
        )
        let problems = await registry.load(RegistryConfiguration(services: [.translation: settings]))
        #expect(problems == [])
        let provider = QueueingTranslation(try await registry.translation(), queue: queue(remote))
        _ = try await provider.translate(TranslationRequest(texts: ["eins"]))
        guard case .translation(let kept)? = try await place.file().entries().first?.request.work else {
            Issue.record("nothing was kept")
            return
        }
        #expect(kept.source == LanguageTag("de"))
        #expect(kept.target == LanguageTag("fr"))
    }
}
