import Dispatch
import LanguageServices

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The children that speak: one at first, and as many as there are processors when there is work for them.
///
/// Requests that find no child free wait in the order in which they came, and stop waiting when they are cancelled.
actor EspeakWorkers {
    private let limit = max(1, min(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 8))
    private let queue = DispatchQueue(label: "parlance.espeak.workers", attributes: .concurrent)
    private var idle: [EspeakWorker] = []
    private var busy = 0
    private var waiting: [(ticket: Int, continuation: CheckedContinuation<Bool, Never>)] = []
    private var nextTicket = 0

    /// Lets a child answer a request.
    ///
    /// - Throws: `ServiceError.Code.cancelled` when the task is cancelled, `ServiceError.Code.unavailable` when no child
    ///   can be started.
    func answer(
        _ request: EspeakWorker.Request,
        canceller: Canceller
    ) async throws(ServiceError) -> EspeakWorker.Answer {
        let worker = try await take()
        guard canceller.attach(worker) else {
            giveBack(worker)
            throw Self.cancelled
        }
        let answer = await onQueue { worker.answer(request) }
        // One that was ended behind its last word is as good as dead, and so is the answer.
        let isCancelled = canceller.detach()
        if case .died = answer { giveBack(nil) } else { giveBack(isCancelled ? nil : worker) }
        if isCancelled { throw Self.cancelled }
        return answer
    }

    /// What is known of the library, from a child that is there or is started.
    func setup() async throws(ServiceError) -> EspeakSetup {
        let worker = try await take()
        giveBack(worker)
        return worker.setup
    }

    /// Ends the children that have nothing to do.
    func dismiss() {
        idle = []
    }

    // MARK: Places

    private func take() async throws(ServiceError) -> EspeakWorker {
        guard await takePlace() else { throw Self.cancelled }
        // A child that has just worked is warm: it has the voice selected.
        if let worker = idle.popLast() { return worker }
        let started = await onQueue { () -> Result<EspeakWorker, ServiceError> in
            do throws(ServiceError) { return .success(try EspeakWorker.start()) } catch { return .failure(error) }
        }
        if case .failure = started { giveBack(nil) }
        return try started.get()
    }

    private func giveBack(_ worker: EspeakWorker?) {
        if let worker { idle.append(worker) }
        // Who gives a place back leaves it counted for the one he wakes.
        if waiting.isEmpty { busy -= 1 } else { waiting.removeFirst().continuation.resume(returning: true) }
    }

    /// Waits for a place.
    ///
    /// - Returns: `false` when the task was cancelled meanwhile.
    private func takePlace() async -> Bool {
        if busy < limit {
            busy += 1
            return true
        }
        let ticket = nextTicket
        nextTicket += 1
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled {
                    continuation.resume(returning: false)
                } else {
                    waiting.append((ticket, continuation))
                }
            }
        } onCancel: {
            Task { await self.stopWaiting(ticket) }
        }
    }

    private func stopWaiting(_ ticket: Int) {
        guard let index = waiting.firstIndex(where: { $0.ticket == ticket }) else { return }
        waiting.remove(at: index).continuation.resume(returning: false)
    }

    /// Does what blocks on a thread that is there for it.
    private func onQueue<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: body()) }
        }
    }

    private static let cancelled = ServiceError(.cancelled, "the request was cancelled")
}
