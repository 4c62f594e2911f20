import HTTPTransport
import LanguageServices
import RemoteService
import Synchronization

/// The requests for one call: how texts are grouped, how many requests run concurrently, and how failures are handled.
///
/// - Request too large: the texts are sent in two halves; a single text is sent in smaller parts. Limits that the
///   service reports apply to all later requests.
/// - One text may have caused the failure: the texts are sent in two halves until that text is isolated. Metered
///   services are excluded.
/// - Malformed answer for a text: the text is retried once if the dialect allows it.
/// - A failure that affects every request (key, quota, rate, no connection): nothing more is sent, and the unsent texts
///   fail with the same error. The same happens after three consecutive failed requests.
struct ServiceRun: Sendable {
    let session: ServiceSession
    let job: TranslationJob
    let concurrency: Int
    private let state = State()

    init(session: ServiceSession, job: TranslationJob, concurrency: Int) {
        self.session = session
        self.job = job
        self.concurrency = max(1, concurrency)
    }

    /// One outcome per text, in order.
    func outcomes(of texts: [String]) async -> [Outcome] {
        let dialect = session.dialect
        let groups = session.limits(for: job).groups(of: texts.map(dialect.size))
        var outcomes = [Outcome?](repeating: nil, count: texts.count)
        await withTaskGroup(of: (Range<Int>, [Outcome]).self) { tasks in
            var waiting = groups[...]
            for _ in 0..<min(concurrency, groups.count) { start(&waiting, texts, &tasks) }
            for await (range, found) in tasks {
                for (position, outcome) in zip(range, found) { outcomes[position] = outcome }
                start(&waiting, texts, &tasks)
            }
        }
        return outcomes.map { $0 ?? .failure(ServiceError(.providerFailed, "the text was not sent")) }
    }

    private func start(
        _ waiting: inout ArraySlice<Range<Int>>,
        _ texts: [String],
        _ tasks: inout TaskGroup<(Range<Int>, [Outcome])>
    ) {
        guard let range = waiting.popFirst() else { return }
        tasks.addTask { (range, await outcomes(ofGroup: Array(texts[range]), budget: Budget(texts: range.count))) }
    }

    /// The outcomes of texts that fit into one request, or into several if that request is refused.
    ///
    /// - Parameters:
    ///   - budget: The number of consecutive failures allowed while requests are split.
    ///   - isRepeat: Whether the texts have been sent before.
    private func outcomes(ofGroup texts: [String], budget: Budget, isRepeat: Bool = false) async -> [Outcome] {
        if let stop = state.stop { return Self.all(texts, failWith: stop) }
        let limits = session.limits(for: job)
        let sizes = texts.map(session.dialect.size)
        let groups = limits.groups(of: sizes)
        if groups.count > 1 {
            // The service has since reported lower limits.
            var outcomes: [Outcome] = []
            for range in groups {
                outcomes += await self.outcomes(ofGroup: Array(texts[range]), budget: budget, isRepeat: isRepeat)
            }
            return outcomes
        }
        if texts.count == 1, let text = texts.first, let size = sizes.first, size > limits.size {
            if let parts = await outcome(ofParts: text, limit: limits.size, budget) { return [parts] }
        }
        do throws(Refusal) {
            let outcomes = try await exchange(texts)
            budget.succeed()
            if isRepeat { return outcomes }
            let all = session.dialect.retriesMalformedAnswers ? await completed(outcomes, of: texts, budget) : outcomes
            // A model whose answers are all malformed is treated as failing, even though it responds.
            if let violation = Self.violation(inAll: all) {
                state.fail(violation, concernsAll: false)
            } else {
                state.succeed()
            }
            return all
        } catch {
            return await treat(error, texts, limits, budget)
        }
    }

    /// Sends a request. If the service does not support a feature, the request is resent without it.
    private func exchange(_ texts: [String]) async throws(Refusal) -> [Outcome] {
        // A dialect omits one feature at a time and has only a few.
        for _ in 0..<4 {
            let dialect = session.dialect
            let response = try await session.ask(dialect, for: texts, job)
            if response.head.isSuccess {
                let outcomes = try dialect.outcomes(in: response, for: texts, job)
                guard outcomes.count == texts.count else {
                    throw dialect.service.miscounted(outcomes.count, of: texts.count)
                }
                return outcomes
            }
            guard let adapted = dialect.adapted(to: response) else { throw dialect.refusal(response, to: texts, job) }
            session.adopt(adapted)
        }
        throw session.dialect.service.malformed("that rejects all variants of the request")
    }

    // MARK: Failures

    private func treat(_ refusal: Refusal, _ texts: [String], _ limits: BatchLimits, _ budget: Budget) async
        -> [Outcome]
    {
        switch refusal.treatment {
        case .final: break
        case .smaller(let count, let size):
            session.learn(texts: count, size: size)
            guard budget.fail() else { break }
            guard texts.count == 1, let text = texts.first else { return await halves(texts, budget) }
            let whole = session.dialect.size(of: text)
            let limit = min(size ?? whole / 2, whole - 1)
            if limit >= 10, let parts = await outcome(ofParts: text, limit: limit, budget) { return [parts] }
            return Self.all(texts, failWith: refusal.error)
        case .oneMayBeAtFault:
            guard texts.count > 1, !session.dialect.isMetered, budget.fail() else { break }
            return await halves(texts, budget)
        }
        // If one text exceeds the user's limit, the others may still be within it.
        if !refusal.error.rejectedLocally || refusal.error.code != .limitExceeded {
            state.fail(refusal.error, concernsAll: Self.concernsAll(refusal.error))
        }
        return Self.all(texts, failWith: refusal.error)
    }

    private func halves(_ texts: [String], _ budget: Budget) async -> [Outcome] {
        let middle = texts.count / 2
        let first = await outcomes(ofGroup: Array(texts[..<middle]), budget: budget)
        return first + (await outcomes(ofGroup: Array(texts[middle...]), budget: budget))
    }

    /// The outcome of a text that is translated in parts; `nil` if it cannot be split.
    private func outcome(ofParts text: String, limit: Int, _ budget: Budget) async -> Outcome? {
        let dialect = session.dialect
        let cutter = TextChunker(
            limit: limit,
            size: dialect.size,
            cutsLines: false,
            language: job.pair.source?.text
        )
        let plan = TextPlan([text], cutter: cutter)
        guard plan.splitCount > 0, plan.sent.count > 1 || plan.sent.first != text else { return nil }
        var outcomes: [Outcome] = []
        let limits = BatchLimits(texts: session.limits(for: job).texts, size: limit)
        for range in limits.groups(of: plan.sent.map(dialect.size)) {
            outcomes += await self.outcomes(ofGroup: Array(plan.sent[range]), budget: budget)
        }
        return plan.outcomes(outcomes).first
    }

    /// Resends the texts whose answers were malformed, once.
    private func completed(_ outcomes: [Outcome], of texts: [String], _ budget: Budget) async -> [Outcome] {
        let missing = outcomes.indices.filter { position in
            if case .failure(let error) = outcomes[position] { error.code == .protocolViolation } else { false }
        }
        guard !missing.isEmpty else { return outcomes }
        var completed = outcomes
        let again = await self.outcomes(ofGroup: missing.map { texts[$0] }, budget: budget, isRepeat: true)
        for (position, outcome) in zip(missing, again) {
            // The original error is more useful than the error from the retry.
            if case .success = outcome { completed[position] = outcome }
        }
        return completed
    }

    /// The first violation, if all answers have one.
    private static func violation(inAll outcomes: [Outcome]) -> ServiceError? {
        var first: ServiceError?
        for outcome in outcomes {
            guard case .failure(let error) = outcome, error.code == .protocolViolation else { return nil }
            first = first ?? error
        }
        return first
    }

    private static func all(_ texts: [String], failWith error: ServiceError) -> [Outcome] {
        texts.map { _ in .failure(error) }
    }

    /// Whether every other request would fail in the same way.
    private static func concernsAll(_ error: ServiceError) -> Bool {
        switch error.code {
        case .unauthorized, .quotaExceeded, .rateLimited, .unsupported, .configuration, .cancelled: true
        case .network: !error.outcomeUnknown
        default: false
        }
    }

    /// The state shared by the requests of one call.
    private final class State: Sendable {
        private struct Values {
            var stop: ServiceError?
            var failures = 0
        }

        private let values = Mutex(Values())

        /// The number of consecutive failures after which nothing more is sent.
        private static let maximumFailures = 3

        var stop: ServiceError? { values.withLock { $0.stop } }

        func succeed() { values.withLock { $0.failures = 0 } }

        func fail(_ error: ServiceError, concernsAll: Bool) {
            values.withLock { values in
                values.failures += 1
                if concernsAll || values.failures >= Self.maximumFailures { values.stop = values.stop ?? error }
            }
        }
    }

    /// Limits how often refused requests are split, so that a service that always fails is not called for each text.
    private final class Budget: Sendable {
        private let limit: Int
        private let failures = Mutex(0)

        /// Isolating one faulty text among `texts` takes about log₂ `texts` consecutive failures. The extra failures
        /// allow for splitting that text itself.
        init(texts: Int) { limit = texts.bitWidth - max(1, texts).leadingZeroBitCount + 4 }

        func succeed() { failures.withLock { $0 = 0 } }

        /// Records a failure.
        ///
        /// - Returns: Whether to continue.
        func fail() -> Bool {
            failures.withLock { failures in
                failures += 1
                return failures <= limit
            }
        }
    }
}
