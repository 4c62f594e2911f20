import LanguageServices
import LanguageServicesTesting
import ServiceRegistry
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct CircuitBreakerPolicyTests {
    private let clock = TestClock()

    private func policy(_ failures: Int) -> CircuitBreakerPolicy {
        .circuitBroken(after: failures, cooldown: .seconds(30), clock: clock.serviceClock)
    }

    private func run(_ policy: CircuitBreakerPolicy, _ code: ServiceError.Code? = nil) async -> ServiceError? {
        do {
            try await policy.run(CallTrace()) { if let code { throw ServiceError(code, "it failed") } }
            return nil
        } catch {
            return ServiceError(error)
        }
    }

    @Test func itOpensCoolsDownTriesOnceAndCloses() async throws {
        let policy = policy(3)
        for _ in 0..<3 { #expect(await run(policy, .network)?.message == "it failed") }
        let refused = try #require(await run(policy))
        #expect(refused.code == .unavailable)
        #expect(refused.retryAfter == .seconds(30))
        clock.advance(by: .seconds(30) - .nanoseconds(1))
        #expect(await run(policy)?.code == .unavailable)
        clock.advance(by: .nanoseconds(1))
        #expect(await run(policy) == nil)
        // Closed, so it takes three failures again.
        for _ in 0..<2 { #expect(await run(policy, .network)?.message == "it failed") }
        #expect(await run(policy) == nil)
    }

    @Test func aFailedTrialReopensIt() async {
        let policy = policy(2)
        for _ in 0..<2 { _ = await run(policy, .timedOut) }
        clock.advance(by: .seconds(30))
        #expect(await run(policy, .timedOut)?.message == "it failed")
        #expect(await run(policy)?.code == .unavailable)
        clock.advance(by: .seconds(30))
        #expect(await run(policy) == nil)
    }

    @Test func anAnswerResetsTheFailureCount() async {
        let policy = policy(2)
        for _ in 0..<5 {
            #expect(await run(policy, .network)?.message == "it failed")
            #expect(await run(policy) == nil)
        }
    }

    @Test(arguments: [ServiceError.Code.unsupported, .notFound, .invalidRequest, .cancelled])
    func harmlessErrorsDoNotCount(code: ServiceError.Code) async {
        let policy = policy(1)
        for _ in 0..<5 { #expect(await run(policy, code)?.message == "it failed") }
        #expect(await run(policy) == nil)
    }

    private static let silent: Set<ServiceError.Code> = [.unsupported, .notFound, .invalidRequest, .cancelled]
    private static let final: [ServiceError.Code] = [.unauthorized, .quotaExceeded]

    @Test(arguments: ServiceError.Code.known.filter { !silent.contains($0) && !final.contains($0) })
    func allOtherErrorsCount(code: ServiceError.Code) async {
        let policy = policy(1)
        #expect(await run(policy, code)?.message == "it failed")
        #expect(await run(policy)?.message != "it failed")
        #expect(await run(policy)?.code == .unavailable)
    }

    @Test(arguments: [ServiceError.Code.unsupported, .invalidRequest, .cancelled])
    func anInconclusiveTrialChangesNothing(code: ServiceError.Code) async {
        let policy = policy(2)
        for _ in 0..<2 { _ = await run(policy, .network) }
        clock.advance(by: .seconds(30))
        #expect(await run(policy, code)?.message == "it failed")
        // Still half-open: the next call is the trial, and one failure reopens the breaker.
        #expect(await run(policy, .network)?.message == "it failed")
        #expect(await run(policy)?.code == .unavailable)
    }

    @Test func onlyAMissThatTheProviderAnsweredResetsTheFailureCount() async {
        let unsupported = policy(2)
        for code in [ServiceError.Code.network, .unsupported, .network] { _ = await run(unsupported, code) }
        #expect(await run(unsupported)?.code == .unavailable)
        let notFound = policy(2)
        for code in [ServiceError.Code.network, .notFound, .network] { _ = await run(notFound, code) }
        #expect(await run(notFound) == nil)
    }

    @Test func onlyOneTrialIsMadeAtATime() async throws {
        let policy = policy(1)
        _ = await run(policy, .network)
        clock.advance(by: .seconds(30))
        let gate = Gate()
        let begun = Gate()
        let trial = Task {
            try await policy.run(CallTrace()) {
                begun.open()
                await gate.wait()
            }
        }
        await begun.wait()
        for _ in 0..<3 { #expect(await run(policy)?.retryAfter == .seconds(1)) }
        gate.open()
        try await trial.value
        #expect(await run(policy) == nil)
    }

    @Test(arguments: [ServiceError.Code?.none, .cancelled, .network])
    func callsStartedEarlierDoNotAffectTheState(code: ServiceError.Code?) async throws {
        let policy = policy(1)
        let (gate, begun) = (Gate(), Gate())
        let early = Task {
            try await policy.run(CallTrace()) {
                begun.open()
                await gate.wait()
                if let code { throw ServiceError(code, "it failed") }
            }
        }
        await begun.wait()
        _ = await run(policy, .network)
        clock.advance(by: .seconds(30))

        let (trialGate, trialBegun) = (Gate(), Gate())
        let trial = Task {
            try await policy.run(CallTrace()) {
                trialBegun.open()
                await trialGate.wait()
            }
        }
        await trialBegun.wait()
        gate.open()
        _ = await early.result
        // Neither closed nor reopened, and no second trial: the first one is still under way.
        #expect(await run(policy)?.retryAfter == .seconds(1))
        trialGate.open()
        try await trial.value
        #expect(await run(policy) == nil)
    }

    @Test(arguments: [0, -1, Int.min])
    func fewerThanOneFailureMeansOne(failures: Int) async {
        let policy = policy(failures)
        #expect(policy.failures == 1)
        #expect(await run(policy) == nil)
        _ = await run(policy, .network)
        #expect(await run(policy)?.code == .unavailable)
    }

    @Test(arguments: final)
    func anErrorThatAffectsEveryRequestOpensItAtOnceAndIsRepeated(code: ServiceError.Code) async throws {
        let policy = policy(1000)
        #expect(policy.refusal == nil)
        #expect(await run(policy, code)?.rejectedLocally == false)
        for _ in 0..<3 {
            let refused = try #require(await run(policy))
            #expect(refused.code == code)
            #expect(refused.message == "it failed")
            #expect(refused.rejectedLocally)
            #expect(refused.retryAfter == .seconds(3600))
        }
        #expect(policy.refusal?.code == code)
        clock.advance(by: .seconds(3600) - .nanoseconds(1))
        #expect(await run(policy)?.code == code)
        clock.advance(by: .nanoseconds(1))
        // One trial. After another failure, all other calls fail with the newer reason.
        #expect(await run(policy, .quotaExceeded)?.rejectedLocally == false)
        #expect(await run(policy)?.code == .quotaExceeded)
        clock.advance(by: .seconds(3600))
        #expect(await run(policy) == nil)
        #expect(policy.refusal == nil)
    }

    @Test func theDelayOfARejectionIsRespected() async throws {
        let policy = policy(1)
        _ = try? await policy.run(CallTrace()) {
            throw ServiceError(.quotaExceeded, "spent", retryAfter: .seconds(86_400))
        }
        clock.advance(by: .seconds(86_399))
        #expect(await run(policy)?.retryAfter == .seconds(1))
        clock.advance(by: .seconds(1))
        #expect(await run(policy) == nil)
    }

    @Test(arguments: ServiceError.Code.known)
    func localRejectionsDoNotCountAgainstTheProvider(code: ServiceError.Code) async throws {
        let policy = policy(1)
        for _ in 0..<3 {
            let error = try await serviceError {
                try await policy.run(CallTrace()) {
                    var error = ServiceError(code, "the budget is spent")
                    error.rejectedLocally = true
                    throw error
                }
            }
            #expect(error.message == "the budget is spent")
        }
        #expect(await run(policy) == nil)
    }

    @Test func anOpenCircuitShowsInTheStatus() async throws {
        let provider = InMemoryTranslation(entries: [:], failures: [ServiceError(.unauthorized, "no", remedy: "pay")])
            .applying(policy(3))
        #expect(await provider.status() == .ready)
        _ = try? await provider.translate(TranslationRequest(texts: ["a"]))
        #expect(await provider.status() == .unavailable(reason: "no", remedy: "pay"))
    }

    @Test func anInterruptedStreamCountsAsAFailureAndARunningOneIsNotCut() async throws {
        let policy = policy(1)
        let begun = InMemorySpeech(languages: ["en"]).applying(policy)
        let whole = try await begun.synthesize(SpeechRequest(text: "one two three"))
        let error = ServiceError(.providerFailed, "interrupted")
        let broken = InMemorySpeech(languages: ["en"], interruption: (chunks: 1, error: error)).applying(policy)
        let stream = try await broken.synthesize(SpeechRequest(text: "one two three"))
        #expect(try await serviceError { try await stream.collect() }.message == "interrupted")
        #expect(try await serviceError { try await begun.synthesize(SpeechRequest(text: "a")) }.code == .unavailable)
        #expect(try await whole.collect().samples.isEmpty == false)
        #expect(try await serviceError { try await begun.synthesize(SpeechRequest(text: "a")) }.code == .unavailable)
    }
}
