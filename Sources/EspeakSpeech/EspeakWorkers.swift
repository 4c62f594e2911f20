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
/// Requests that find no child free wait in the order in which they came.
actor EspeakWorkers {
    private let limit = max(1, min(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 8))
    private let queue = DispatchQueue(label: "parlance.espeak.workers", attributes: .concurrent)
    private var idle: [EspeakWorker] = []
    private var busy = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Lets a child answer a request.
    ///
    /// - Throws: `ServiceError.Code.cancelled` when the canceller was used, `ServiceError.Code.unavailable` when no child
    ///   can be started.
    func answer(
        _ request: EspeakWorker.Request,
        canceller: Canceller
    ) async throws(ServiceError) -> EspeakWorker.Answer {
        await takePlace()
        defer { givePlaceBack() }
        // A child that has just worked is warm: it has the voice selected.
        let worker = if let last = idle.popLast() { last } else { try EspeakWorker.start() }
        guard canceller.attach(worker) else {
            idle.append(worker)
            throw Self.cancelled
        }
        let answer = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: worker.answer(request)) }
        }
        // One that was ended behind its last word is as good as dead, and so is the answer.
        if canceller.detach() { throw Self.cancelled }
        if case .died = answer { return answer }
        idle.append(worker)
        return answer
    }

    private func takePlace() async {
        if busy < limit {
            busy += 1
        } else {
            // Who gives a place back leaves it counted for the one he wakes.
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    private func givePlaceBack() {
        if waiting.isEmpty { busy -= 1 } else { waiting.removeFirst().resume() }
    }

    private static let cancelled = ServiceError(.cancelled, "the request was cancelled")
}
