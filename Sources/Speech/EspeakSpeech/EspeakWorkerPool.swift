import Dispatch
import LanguageServices
import Platform
import Synchronization

/// The pool of worker processes: one at first, and up to one per processor under load.
///
/// Requests are served in the order in which they arrive. Each busy child has a thread that sends requests and receives
/// answers. While requests are waiting, the next one is sent before the previous one is answered, so that the child is
/// never idle. When no requests are waiting, the thread ends and its child is kept for later requests.
final class EspeakWorkerPool: Sendable {
    private struct State {
        /// Jobs that no thread has taken yet, in order of arrival.
        var waiting: [EspeakJob] = []
        /// The number of jobs already removed from the front of `waiting`.
        var gone = 0
        /// Children that have no thread.
        var idle: [EspeakWorker] = []
        /// The number of threads.
        var threads = 0
        /// The number of idle threads.
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

    /// Creates a pool; nothing is started before the first request.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of children.
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

    /// Sends a request to a child and returns its answer.
    ///
    /// - Throws: `ServiceError.Code.cancelled` if the task is cancelled, `ServiceError.Code.unavailable` if no child
    ///   can be started, `ServiceError.Code.limitExceeded` for a text that exceeds a child's limit.
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

    /// The library's setup, from a running or new child.
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

    /// Ends the idle children.
    func dismiss() {
        let idle = state.withLock { state in
            defer { state.idle = [] }
            return state.idle
        }
        // Releasing the last reference waits for the child, which must not happen under the lock.
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

    /// A thread for blocking calls. A serial queue has its own thread, whereas concurrent queues share a few.
    private static var thread: DispatchQueue { DispatchQueue(label: "parlance.espeak") }

    /// The body of a thread: serves requests with one child until no requests are waiting.
    private func serve() {
        var worker: EspeakWorker?
        // Requests that have been sent to the child but not answered yet.
        var sent: [EspeakJob] = []
        while let job = sent.first ?? takeOrEnd(worker) {
            do throws(ServiceError) {
                if sent.isEmpty {
                    worker = try send(job, to: worker)
                    sent = [job]
                }
            } catch {
                job.finish(.failure(error))
                becomeIdle()
                continue
            }
            guard let current = worker else { continue }
            // The child starts the next request while its current answer is being transferred.
            if sent.count == 1, let next = takeAnother() {
                if current.send(next.request) { sent.append(next) } else { putBack([next]) }
            }
            sent.removeFirst()
            if !receive(job, from: current) {
                worker = nil
                putBack(sent)
                sent = []
            }
            if sent.isEmpty { becomeIdle() }
        }
    }

    /// Sends a request to a child.
    ///
    /// - Returns: The child that received the request: the given one, an idle one, or a new one.
    private func send(_ job: EspeakJob, to worker: EspeakWorker?) throws(ServiceError) -> EspeakWorker {
        var worker = worker
        while true {
            let current = worker ?? state.withLock { $0.idle.popLast() }
            if let current, current.send(job.request) { return current }
            // An idle child may have been killed in the meantime; if so, the request is sent to a new one.
            if current == nil {
                let started = try start()
                // If the child has already died, this is detected while waiting for its answer.
                _ = started.send(job.request)
                return started
            }
            worker = nil
        }
    }

    /// Waits for the answer to a request.
    ///
    /// - Returns: `false` if the child is dead.
    private func receive(_ job: EspeakJob, from worker: EspeakWorker) -> Bool {
        guard job.attach(worker) else {
            worker.kill()
            return false
        }
        let answer = worker.receiveAnswer(to: job.request)
        // The child was killed after it answered, so neither it nor the answer can be used.
        guard job.detach() else { return false }
        job.finish(.success(answer))
        if case .died = answer { return false }
        return true
    }

    private func keep(_ worker: EspeakWorker) {
        // A surplus child ends when its last reference is released, which happens outside the lock.
        state.withLock { if $0.idle.count < limit { $0.idle.append(worker) } }
    }

    // MARK: Requests for a thread

    /// The next request for an idle thread; the thread ends if there is none.
    private func takeOrEnd(_ worker: EspeakWorker?) -> EspeakJob? {
        state.withLock { state in
            state.idleThreads -= 1
            while let job = state.popFirst() {
                if !job.isCancelled { return job }
            }
            state.threads -= 1
            // The child that was used last is faster, because its voice is already selected.
            if let worker, state.idle.count < limit { state.idle.append(worker) }
            return nil
        }
    }

    /// A request for a thread whose child is busy, unless an idle thread is about to take it.
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

    private func becomeIdle() {
        state.withLock { $0.idleThreads += 1 }
    }
}

/// A request to a child, and the task that waits for the answer.
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

    /// Whether the waiting task was cancelled.
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Sets the continuation of the waiting task.
    ///
    /// - Returns: `false` if the task had already been cancelled; in that case it has been resumed.
    func wait(_ continuation: CheckedContinuation<Outcome, Never>) -> Bool {
        let isWanted = state.withLock { state in
            if !state.isCancelled { state.continuation = continuation }
            return !state.isCancelled
        }
        if !isWanted { continuation.resume(returning: .failure(ServiceError.cancelled())) }
        return isWanted
    }

    /// Sets the child that is working on the request and must be killed on cancellation.
    ///
    /// - Returns: `false` if the task had already been cancelled.
    func attach(_ worker: EspeakWorker) -> Bool {
        state.withLock { state in
            if !state.isCancelled { state.worker = worker }
            return !state.isCancelled
        }
    }

    /// Clears the child after it has answered or died.
    ///
    /// - Returns: `false` if the child was killed; its answer is then invalid.
    func detach() -> Bool {
        state.withLock { state in
            state.worker = nil
            return !state.isCancelled
        }
    }

    /// Resumes the waiting task with the outcome.
    func finish(_ outcome: Outcome) {
        // Outside the lock, because the task's cancellation handler acquires the lock.
        let continuation = state.withLock { state in
            let continuation = state.continuation
            state.continuation = nil
            return continuation
        }
        continuation?.resume(returning: outcome)
    }

    /// Resumes the task immediately and kills the child that is working on the request.
    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            // Kill the child under the lock, which keeps a reference to it. The child is not reaped before its last
            // reference is released, so its process ID cannot belong to another process yet.
            state.worker?.kill()
        }
        finish(.failure(ServiceError.cancelled()))
    }
}
