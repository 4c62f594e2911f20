import LanguageServices
import RemoteState
import ServiceRegistry
import Synchronization
import Testing

@Suite("Sending queued requests")
struct RunTests {
    private let place: QueuePlace

    init() throws { place = try QueuePlace() }

    private func run(
        _ providers: any ServiceProvider...,
        limit: Int = .max,
        checking check: @escaping QueueRun.FileCheck = { _ in },
        writing write: @escaping QueueRun.SpeechWriter = { _, _, _, _ in .seconds(1) },
        change: (inout QueueRun) -> Void = { _ in }
    ) async throws -> [QueueResult] {
        let registry = ServiceRegistry()
        for provider in providers { try registry.register(provider) }
        var run = QueueRun(place.file(), registry: registry, checking: check, writing: write)
        change(&run)
        var all: [QueueResult] = []
        try await run.run(limit: limit) { all += $0 }
        return all
    }

    @Test func everyRequestIsSentOnceAndAnswered() async throws {
        let texts = (0..<230).map { "text \($0)" }
        _ = try await place.file().add(texts.map { waiting($0) })
        let remote = CountingTranslation()
        let results = try await run(remote)
        #expect(results.count == 230)
        #expect(remote.texts.sorted() == texts.sorted())
        #expect(remote.calls.allSatisfy { $0.count <= 50 })
        #expect(try await place.file().counts() == [.done: 230])
        let answers = try await place.file().answersToShow().compactMap { entry in
            if case .translation(let translation)? = entry.answer { translation.text } else { nil }
        }
        #expect(answers == texts.map { "[\($0)]" })
        #expect(try await run(remote).isEmpty)
        #expect(remote.texts.count == 230)
    }

    @Test func theLimitsOfTheProviderAndOfTheUserAreKept() async throws {
        _ = try await place.file().add((0..<20).map { waiting("\($0)") })
        let remote = CountingTranslation(limits: RequestLimits(texts: 3))
        #expect(try await run(remote, limit: 7).count == 7)
        #expect(remote.calls.allSatisfy { $0.count <= 3 })
        #expect(try await place.file().counts() == [.done: 7, .waiting: 13])
        #expect(try await run(remote, limit: 0).isEmpty)
    }

    @Test func unsendableRequestsWaitAndTheProviderGetsNoFurtherCalls() async throws {
        _ = try await place.file().add((0..<400).map { waiting("\($0)") } + [waiting("x", for: "other")])
        let remote = CountingTranslation { _, _ in throw noNetwork }
        let other = CountingTranslation("other")
        _ = try await run(remote, other)
        // Calls already under way may all fail; no calls follow them.
        #expect(remote.calls.count <= 4)
        #expect(other.texts == ["x"])
        #expect(try await place.file().counts() == [.waiting: 400, .done: 1])
        let again = CountingTranslation()
        _ = try await run(again)
        #expect(again.texts.count == 400)
    }

    @Test(
        arguments: [
            (ServiceError.Code.rateLimited, QueueEntry.State.waiting), (.quotaExceeded, .waiting),
            (.unauthorized, .waiting), (.unavailable, .waiting), (.network, .waiting), (.timedOut, .waiting),
            (.cancelled, .uncertain), (.io, .uncertain),
            (.unsupported, .failed), (.notFound, .failed), (.invalidRequest, .failed), (.providerFailed, .failed),
            (.protocolViolation, .failed), (.limitExceeded, .failed), (ServiceError.Code(rawValue: "new"), .failed),
        ]
    )
    func outcomeOfAFailure(code: ServiceError.Code, state: QueueEntry.State) async throws {
        _ = try await place.file().add([waiting("a")])
        let results = try await run(CountingTranslation { _, _ in throw ServiceError(code, "no") })
        #expect(results.map(\.outcome.state) == [state])
        let entry = try #require(try await place.file().entries().first)
        #expect(entry.state == state)
        #expect(entry.error?.code == code)
        #expect(entry.attempts == 1)
        // A text that fails within a batch is treated the same way.
        _ = try await place.file().remove(Set(QueueEntry.State.allCases))
        _ = try await place.file().add([waiting("a"), waiting("b")])
        _ = try await run(
            CountingTranslation { text, _ in
                text == "a" ? .failure(ServiceError(code, "no")) : .success(Translation(text: "B", provider: "remote"))
            }
        )
        #expect(try await place.file().states() == ["a": state, "b": .done])
    }

    @Test func unknownOutcomesAreUncertainAndNotResent() async throws {
        _ = try await place.file().add([waiting("a")])
        let remote = CountingTranslation { _, call in
            var error = noNetwork
            error.outcomeUnknown = call == 1
            throw error
        }
        _ = try await run(remote)
        _ = try await run(remote)
        #expect(remote.calls.count == 1)
        #expect(try await place.file().states() == ["a": .uncertain])
    }

    @Test func aWrongNumberOfAnswersIsAFailure() async throws {
        struct Short: TranslationProvider {
            let descriptor = CountingTranslation().descriptor
            func languagePairs() async throws -> [LanguagePair] { [] }
            func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
                TranslationResponse(results: [], report: ServiceReport())
            }
        }
        _ = try await place.file().add([waiting("a"), waiting("b")])
        #expect(try await run(Short()).map(\.outcome.state) == [.failed, .failed])
    }

    @Test func aMissingProviderIsReportedAndTheRequestStays() async throws {
        _ = try await place.file().add([waiting("a", for: "gone"), waiting("b")])
        let remote = CountingTranslation()
        let results = try await run(remote)
        let gone = try #require(results.first { $0.entry.request.text == "a" })
        #expect(gone.outcome.error?.code == .configuration)
        #expect(gone.outcome.error?.message.contains("'gone'") == true)
        #expect(try await place.file().states() == ["a": .waiting, "b": .done])
    }

    @Test func twoRunsShareTheWork() async throws {
        let texts = (0..<300).map { "\($0)" }
        _ = try await place.file().add(texts.map { waiting($0) })
        let remote = CountingTranslation { text, _ in
            await Task.yield()
            return .success(Translation(text: text, provider: "remote"))
        }
        async let first = run(remote)
        async let second = run(remote)
        let all = try await first + second
        #expect(all.count == 300)
        #expect(remote.texts.sorted() == texts.sorted())
    }

    @Test func speechIsCheckedBeforeItIsSent() async throws {
        _ = try await place.file().add([speech("bad", "/x/bad.wav"), speech("good", "/x/good.wav", style: "opus")])
        struct Silent: SpeechProvider {
            let descriptor = ProviderDescriptor(
                id: "remote",
                kind: "silent",
                version: "1",
                service: .speech,
                locality: .network
            )
            func voices(matching query: VoiceQuery) async throws -> [Voice] { [] }
            func synthesize(_ request: SpeechRequest) async throws -> SpeechStream { SpeechStream { nil } }
        }
        let written = Mutex<[String]>([])
        let results = try await run(
            Silent(),
            checking: { file in
                if file.hasSuffix("bad.wav") { throw ServiceError(.io, "there is no folder") }
            },
            writing: { provider, request, file, style in
                written.withLock { $0.append("\(provider.descriptor.id) \(request.text) \(file) \(style)") }
                return .seconds(2)
            }
        )
        #expect(written.withLock { $0 } == ["remote good /x/good.wav opus"])
        #expect(results.count == 2)
        let entries = try await place.file().entries()
        #expect(entries.map(\.state) == [.waiting, .done])
        #expect(entries.map(\.attempts) == [0, 1])
        #expect(entries[0].error?.message == "there is no folder")
    }

    // MARK: Interruption

    @Test func aCancelledRunWaitsForWhatItHasSent() async throws {
        _ = try await place.file().add((0..<20).map { waiting("\($0)") })
        let begun = Latch()
        let answer = Latch()
        let remote = CountingTranslation(limits: RequestLimits(texts: 5)) { text, _ in
            begun.open()
            await answer.wait()
            return .success(Translation(text: text, provider: "remote"))
        }
        let task = Task {
            try await run(
                remote,
                change: { run in
                    run.width = 1
                    run.grace = .seconds(3600)
                }
            )
        }
        await begun.wait()
        task.cancel()
        answer.open()
        let results = try await task.value
        #expect(results.map(\.outcome.state) == Array(repeating: .done, count: 5))
        #expect(try await place.file().counts() == [.done: 5, .waiting: 15])
    }

    @Test func requestsNotAnsweredInTimeAreUncertain() async throws {
        _ = try await place.file().add((0..<20).map { waiting("\($0)") })
        let begun = Latch()
        let remote = CountingTranslation(limits: RequestLimits(texts: 5)) { _, _ in
            begun.open()
            try await Task.sleep(for: .seconds(3600))
            return .failure(noNetwork)
        }
        let task = Task {
            try await run(
                remote,
                change: { run in
                    run.width = 1
                    run.grace = .zero
                }
            )
        }
        await begun.wait()
        task.cancel()
        #expect(try await task.value.map(\.outcome.state) == Array(repeating: .uncertain, count: 5))
        #expect(try await place.file().counts() == [.uncertain: 5, .waiting: 15])
    }

    @Test func aRunThatCannotReportLosesNoAnswer() async throws {
        _ = try await place.file().add((0..<120).map { waiting("\($0)") })
        let registry = ServiceRegistry()
        let remote = CountingTranslation()
        try registry.register(remote)
        let run = QueueRun(place.file(), registry: registry, checking: { _ in }, writing: { _, _, _, _ in .zero })
        await #expect(throws: CancellationError.self) { try await run.run { _ in throw CancellationError() } }
        let counts = try await place.file().counts()
        #expect(counts[.done] == remote.texts.count)
        #expect(counts[.done, default: 0] + counts[.waiting, default: 0] == 120)
        #expect(counts[.uncertain] == nil)
    }
}
