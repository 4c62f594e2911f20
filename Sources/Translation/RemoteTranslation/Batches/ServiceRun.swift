import HTTPTransport
import LanguageServices
import RemoteService
import Synchronization

/// The requests of one call: which texts go together, how many requests are under way, and what is done when one fails.
///
/// - Too large: the texts are sent in two halves, a single text in smaller parts; limits that the service names are kept
///   from then on.
/// - Broken by one of its texts: the texts are sent in two halves, until the one is found. Not where the service counts what
///   it is asked.
/// - Not answered as it should have been: asked for once more, where the dialect wants that.
/// - A failure that concerns every request (the key, the allowance, the rate, no connection): nothing more is sent, and the
///   texts that were not sent have the same failure. So it is after three requests in a row that failed.
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

    /// The outcomes of texts, one for each, in order.
    func outcomes(of texts: [String]) async -> [Outcome] {
        let dialect = session.dialect
        let groups = session.limits(for: job).groups(of: texts.map(dialect.size))
        var outcomes = [Outcome?](repeating: nil, count: texts.count)
        await withTaskGroup(of: (Range<Int>, [Outcome]).self) { tasks in
            var waiting = groups[...]
            for _ in 0..<min(concurrency, groups.count) { start(&waiting, texts, &tasks) }
            for await (range, found) in tasks {
                for (place, outcome) in zip(range, found) { outcomes[place] = outcome }
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

    /// The outcomes of texts that go into one request, or into more when that is refused.
    ///
    /// - Parameters:
    ///   - budget: How many failures in a row may be met while requests are made smaller.
    ///   - isRepeat: Whether the texts were asked for already.
    private func outcomes(ofGroup texts: [String], budget: Budget, isRepeat: Bool = false) async -> [Outcome] {
        if let stop = state.stop { return Self.all(texts, failWith: stop) }
        let limits = session.limits(for: job)
        let sizes = texts.map(session.dialect.size)
        let groups = limits.groups(of: sizes)
        if groups.count > 1 {
            // The service has named narrower limits meanwhile.
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
            let all = session.dialect.asksAgain ? await completed(outcomes, of: texts, budget) : outcomes
            // A model that answers nothing as it should is broken, though it answers.
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

    /// Sends a request, and once more without what the service does not understand.
    private func exchange(_ texts: [String]) async throws(Refusal) -> [Outcome] {
        // A dialect leaves out one thing at a time, and has no more than a few.
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
        throw session.dialect.service.misshapen("to every request that it does not understand it")
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
        // A text that is larger than the user allows says nothing about the others.
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

    /// The outcome of a text that is translated in parts; `nil` when it cannot be cut.
    private func outcome(ofParts text: String, limit: Int, _ budget: Budget) async -> Outcome? {
        let dialect = session.dialect
        let cutter = TextChunker(
            limit: limit,
            size: dialect.size,
            cutsLines: false,
            language: job.pair.source?.text
        )
        let plan = TextPlan([text], cutter: cutter)
        guard plan.cutCount > 0, plan.sent.count > 1 || plan.sent.first != text else { return nil }
        var outcomes: [Outcome] = []
        let limits = BatchLimits(texts: session.limits(for: job).texts, size: limit)
        for range in limits.groups(of: plan.sent.map(dialect.size)) {
            outcomes += await self.outcomes(ofGroup: Array(plan.sent[range]), budget: budget)
        }
        return plan.outcomes(outcomes).first
    }

    /// Asks once more for what was not answered as it should have been.
    private func completed(_ outcomes: [Outcome], of texts: [String], _ budget: Budget) async -> [Outcome] {
        let missing = outcomes.indices.filter { place in
            if case .failure(let error) = outcomes[place] { error.code == .protocolViolation } else { false }
        }
        guard !missing.isEmpty else { return outcomes }
        var completed = outcomes
        let again = await self.outcomes(ofGroup: missing.map { texts[$0] }, budget: budget, isRepeat: true)
        for (place, outcome) in zip(missing, again) {
            // What was wrong with the answer tells more than why it could not be asked for again.
            if case .success = outcome { completed[place] = outcome }
        }
        return completed
    }

    /// What is wrong with the first answer, when something is wrong with all.
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

    /// What the requests of a call know of each other.
    private final class State: Sendable {
        private struct Values {
            var stop: ServiceError?
            var failures = 0
        }

        private let values = Mutex(Values())

        /// After so many failures in a row nothing more is sent.
        private static let patience = 3

        var stop: ServiceError? { values.withLock { $0.stop } }

        func succeed() { values.withLock { $0.failures = 0 } }

        func fail(_ error: ServiceError, concernsAll: Bool) {
            values.withLock { values in
                values.failures += 1
                if concernsAll || values.failures >= Self.patience { values.stop = values.stop ?? error }
            }
        }
    }

    /// How long a request that was refused is made smaller: a service that fails on everything is not asked for each text.
    private final class Budget: Sendable {
        private let limit: Int
        private let failures = Mutex(0)

        /// One text at fault among `texts` meets as many failures in a row as their number can be halved; some more are for
        /// a text that must be cut itself.
        init(texts: Int) { limit = texts.bitWidth - max(1, texts).leadingZeroBitCount + 4 }

        func succeed() { failures.withLock { $0 = 0 } }

        /// Takes down a failure.
        ///
        /// - Returns: Whether to go on.
        func fail() -> Bool {
            failures.withLock { failures in
                failures += 1
                return failures <= limit
            }
        }
    }
}
