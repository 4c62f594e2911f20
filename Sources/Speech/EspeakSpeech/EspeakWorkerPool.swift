import Dispatch
import LanguageServices
import Platform
import Synchronization

/// The children that speak: one at first, and as many as there are processors when there is work for them.
///
/// Requests are served in the order in which they came. Each child has a thread that brings it requests and takes its
/// answers; as long as requests wait, the next one is with the child before it has answered the last, so that it never
/// idles. A thread ends when nothing waits, its child stays for later.
final class EspeakWorkerPool: Sendable {
    private struct State {
        /// What no thread has taken yet, first come first.
        var waiting: [EspeakJob] = []
        /// How many of `waiting` are gone already.
        var gone = 0
        /// Children without a thread.
        var idle: [EspeakWorker] = []
        /// How many threads there are.
        var threads = 0
        /// How many of them have nothing to do.
        var idleThreads = 0

        var count: Int { waiting.count - gone }

        mutating func popFirst() -> EspeakJob? {
            guard count > 0 else { return nil }
            let job = waiting[gone]
            gone += 1
            if gone == waiting.count || gone > 1000 {
                waiting.removeFirst(gone)
                gone = 0
            }
            return job
        }

        mutating func putBack(_ jobs: [EspeakJob]) {
            waiting.replaceSubrange(..<gone, with: jobs)
            gone = 0
        }
    }

    private let state = Mutex(State())
    private let limit: Int
    private let start: @Sendable () throws(ServiceError) -> EspeakWorker

    /// Makes a pool; nothing is started before the first request.
    ///
    /// - Parameters:
    ///   - limit: How many children there are at the most.
    ///   - start: Starts a child.
    init(
        limit: Int = max(1, min(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 8)),
        start: @escaping @Sendable () throws(ServiceError) -> EspeakWorker = { () throws(ServiceError) in
            try EspeakWorker()
        }
    ) {
        self.limit = limit
        self.start = start
    }

    /// Lets a child answer a request.
    ///
    /// - Throws: `ServiceError.Code.cancelled` when the task is cancelled, `ServiceError.Code.unavailable` when no child
    ///   can be started, `ServiceError.Code.limitExceeded` for a text that no child can take.
    func answer(_ request: EspeakWorker.Request) async throws(ServiceError) -> EspeakWorker.Answer {
        if let complaint = request.complaint { throw complaint }
        let job = EspeakJob(request)
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if job.wait(continuation) { enqueue(job) }
            }
        } onCancel: {
            job.cancel()
        }
        return try outcome.get()
    }

    /// What is known of the library, from a child that is there or is started.
    func setup() async throws(ServiceError) -> EspeakSetup {
        try await Self.thread.perform { () throws(ServiceError) in
            let worker: EspeakWorker
            if let idle = self.state.withLock({ $0.idle.popLast() }) {
                worker = idle
            } else {
                worker = try self.start()
            }
            self.keep(worker)
            return worker.setup
        }
    }

    /// Ends the children that have nothing to do.
    func dismiss() {
        let idle = state.withLock { state in
            defer { state.idle = [] }
            return state.idle
        }
        // A child is waited for when the last reference to it goes, which is here and not under the lock.
        withExtendedLifetime(idle) {}
    }

    // MARK: Threads

    private func enqueue(_ job: EspeakJob) {
        let needsThread = state.withLock { state in
            state.waiting.append(job)
            guard state.threads < limit, state.idleThreads < state.count else { return false }
            state.threads += 1
            state.idleThreads += 1
            return true
        }
        if needsThread { Self.thread.async { self.serve() } }
    }

    /// A thread for what blocks: a serial queue has one, while concurrent queues share a few.
    private static var thread: DispatchQueue { DispatchQueue(label: "parlance.espeak") }

    /// What a thread does: serves with one child until nothing waits.
    private func serve() {
        var worker: EspeakWorker?
        // What the child has been sent and has not answered.
        var sent: [EspeakJob] = []
        while let job = sent.first ?? takeOrEnd(worker) {
            do throws(ServiceError) {
                if sent.isEmpty {
                    worker = try hand(job, to: worker)
                    sent = [job]
                }
            } catch {
                job.finish(.failure(error))
                becomeHungry()
                continue
            }
            guard let current = worker else { continue }
            // The child begins the next one while its answer to this one is on the way.
            if sent.count == 1, let next = takeAnother() {
                if current.send(next.request) { sent.append(next) } else { putBack([next]) }
            }
            sent.removeFirst()
            if !receive(job, from: current) {
                worker = nil
                putBack(sent)
                sent = []
            }
            if sent.isEmpty { becomeHungry() }
        }
    }

    /// Sends a request to a child that can take it.
    ///
    /// - Returns: The child: the given one, one that idled, or a new one.
    private func hand(_ job: EspeakJob, to worker: EspeakWorker?) throws(ServiceError) -> EspeakWorker {
        var worker = worker
        while true {
            let current = worker ?? state.withLock { $0.idle.popLast() }
            if let current, current.send(job.request) { return current }
            // A child may have been ended by somebody while it idled; the request is none the worse for it.
            if current == nil {
                let started = try start()
                // One that is dead already is found out by the one who waits for its answer.
                _ = started.send(job.request)
                return started
            }
            worker = nil
        }
    }

    /// Waits for the answer to a request.
    ///
    /// - Returns: `false` when the child is dead.
    private func receive(_ job: EspeakJob, from worker: EspeakWorker) -> Bool {
        guard job.attach(worker) else {
            worker.kill()
            return false
        }
        let answer = worker.receiveAnswer(to: job.request)
        // One that was ended behind its last word is as good as dead, and so is the answer.
        guard job.detach() else { return false }
        job.finish(.success(answer))
        if case .died = answer { return false }
        return true
    }

    private func keep(_ worker: EspeakWorker) {
        // One too many is ended when the last reference to it goes, which is not under the lock.
        state.withLock { if $0.idle.count < limit { $0.idle.append(worker) } }
    }

    // MARK: Requests for a thread

    /// The next request for a thread that has nothing to do; the thread ends when there is none.
    private func takeOrEnd(_ worker: EspeakWorker?) -> EspeakJob? {
        state.withLock { state in
            state.idleThreads -= 1
            while let job = state.popFirst() {
                if !job.isCancelled { return job }
            }
            state.threads -= 1
            // A child that has just worked is warm: it has the voice selected.
            if let worker, state.idle.count < limit { state.idle.append(worker) }
            return nil
        }
    }

    /// A request for a thread whose child is at work, if one waits that no other thread is about to take.
    private func takeAnother() -> EspeakJob? {
        state.withLock { state in
            while state.count > state.idleThreads, let job = state.popFirst() {
                if job.isCancelled { continue }
                if job.request.isShort { return job }
                state.putBack([job])
                return nil
            }
            return nil
        }
    }

    private func putBack(_ jobs: [EspeakJob]) {
        state.withLock { $0.putBack(jobs) }
    }

    private func becomeHungry() {
        state.withLock { $0.idleThreads += 1 }
    }
}

/// A request on its way to a child and back, and the task that waits for the answer.
final class EspeakJob: Sendable {
    typealias Outcome = Result<EspeakWorker.Answer, ServiceError>

    private struct State {
        var continuation: CheckedContinuation<Outcome, Never>?
        var worker: EspeakWorker?
        var isCancelled = false
    }

    let request: EspeakWorker.Request
    private let state = Mutex(State())

    init(_ request: EspeakWorker.Request) { self.request = request }

    /// Whether nobody waits for the answer any more.
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Names the task that waits.
    ///
    /// - Returns: `false` when it has given up already; then it has been told so.
    func wait(_ continuation: CheckedContinuation<Outcome, Never>) -> Bool {
        let isWanted = state.withLock { state in
            if !state.isCancelled { state.continuation = continuation }
            return !state.isCancelled
        }
        if !isWanted { continuation.resume(returning: .failure(ServiceError.cancelled())) }
        return isWanted
    }

    /// Names the child that is at it now, so that it is ended when the task gives up.
    ///
    /// - Returns: `false` when it has given up already.
    func attach(_ worker: EspeakWorker) -> Bool {
        state.withLock { state in
            if !state.isCancelled { state.worker = worker }
            return !state.isCancelled
        }
    }

    /// The child has answered or died, and is no longer to be ended.
    ///
    /// - Returns: `false` when it has been ended; whatever it may have said is worth nothing.
    func detach() -> Bool {
        state.withLock { state in
            state.worker = nil
            return !state.isCancelled
        }
    }

    /// Hands the outcome to the task that waits.
    func finish(_ outcome: Outcome) {
        // Not under the lock: the task's cancellation handler takes it.
        let continuation = state.withLock { state in
            let continuation = state.continuation
            state.continuation = nil
            return continuation
        }
        continuation?.resume(returning: outcome)
    }

    /// Gives up: the task goes on at once, and a child that is at it is ended.
    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            // Under the lock, so that nothing else is ended: the child is reaped only when nobody refers to it.
            state.worker?.kill()
        }
        finish(.failure(ServiceError.cancelled()))
    }
}
