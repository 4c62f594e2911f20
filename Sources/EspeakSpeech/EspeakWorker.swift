import CEspeakWorker
import Files
import LanguageServices
import Synchronization

/// A forked child that speaks for this process; see `CEspeakWorker.h`.
///
/// It answers one request at a time. It may be killed from any thread, and it is reaped when the last reference to it
/// goes.
final class EspeakWorker: Sendable {
    /// What is to be spoken.
    struct Request {
        var text: String
        var voice: String
        var wordsPerMinute: Int32
        var flags: UInt32
    }

    /// What came of a request.
    enum Answer {
        /// The samples.
        case spoken([Int16])
        /// The child lives and has said why not.
        case refused(ServiceError)
        /// The child is dead.
        case died
    }

    /// What the child has said of the library.
    let setup: EspeakSetup

    private let worker: espeak_worker

    private init(_ worker: espeak_worker, _ setup: EspeakSetup) {
        self.worker = worker
        self.setup = setup
    }

    /// Forks a child and waits until it has set the library up.
    ///
    /// - Throws: `ServiceError.Code.unavailable` when the system has no room for another process, or the library finds no
    ///   data or breaks on it.
    static func start() throws(ServiceError) -> EspeakWorker {
        var worker = espeak_worker()
        let failure = espeak_worker_start(&worker)
        guard failure == 0 else {
            throw ServiceError(
                .unavailable,
                "no process could be started to speak: \(SystemFailure.text(failure))",
                remedy: "close some programs, or raise the limit of processes"
            )
        }
        do throws(ServiceError) {
            return EspeakWorker(worker, try EspeakSetup.receive(from: worker))
        } catch {
            _ = espeak_worker_reap(&worker)
            throw error
        }
    }

    /// Lets the child speak; blocks until it has answered or died.
    func answer(_ request: Request) -> Answer {
        let voice = Array(request.voice.utf8)
        let text = Array(request.text.utf8)
        guard (1...255).contains(voice.count), text.count <= Int(ESPEAK_WORKER_LONGEST_TEXT) else {
            return .refused(ServiceError(.limitExceeded, "the text or the name of the voice is too long for espeak-ng"))
        }
        var header = espeak_worker_request(
            voice_length: UInt32(voice.count),
            text_length: UInt32(text.count),
            words_per_minute: request.wordsPerMinute,
            flags: request.flags
        )
        let isSent =
            withUnsafeBytes(of: &header, send) && voice.withUnsafeBytes(send) && text.withUnsafeBytes(send)
        guard isSent else { return .died }
        return receiveAnswer(voice: request.voice)
    }

    /// Ends the child now.
    func kill() {
        var worker = worker
        espeak_worker_kill(&worker)
    }

    deinit {
        var worker = worker
        _ = espeak_worker_reap(&worker)
    }

    private func receiveAnswer(voice: String) -> Answer {
        var answer = espeak_worker_answer()
        guard withUnsafeMutableBytes(of: &answer, receive) else { return .died }
        switch answer.kind {
        case ESPEAK_WORKER_SPOKEN.rawValue:
            let count = Int(answer.value)
            guard count <= Int(ESPEAK_WORKER_MOST_SAMPLES) else { return .died }
            var isReceived = false
            let samples = [Int16](unsafeUninitializedCapacity: count) { buffer, initializedCount in
                isReceived = receive(
                    UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<(count * 2)])
                )
                initializedCount = isReceived ? count : 0
            }
            return isReceived ? .spoken(samples) : .died
        case ESPEAK_WORKER_NO_VOICE.rawValue:
            return .refused(
                ServiceError(
                    .unsupported,
                    "espeak-ng has no voice '\(voice)'",
                    remedy: "'parlance voices' lists what there is"
                )
            )
        case ESPEAK_WORKER_FAILED.rawValue:
            return .refused(
                ServiceError(.providerFailed, "espeak-ng could not speak the text (status \(answer.value))")
            )
        default:
            return .died
        }
    }

    private func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var worker = worker
        return espeak_worker_send(&worker, bytes.baseAddress, bytes.count) == 0
    }

    private func receive(_ bytes: UnsafeMutableRawBufferPointer) -> Bool {
        var worker = worker
        return espeak_worker_receive(&worker, bytes.baseAddress, bytes.count) == 0
    }
}

/// Ends a worker when the one who asked gives up, from whatever thread that is.
final class Canceller: Sendable {
    private struct State {
        var worker: EspeakWorker?
        var isCancelled = false
    }

    private let state = Mutex(State())

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Names the worker that is at it now.
    ///
    /// - Returns: `false` when it is too late.
    func attach(_ worker: EspeakWorker) -> Bool {
        state.withLock { state in
            if !state.isCancelled { state.worker = worker }
            return !state.isCancelled
        }
    }

    /// The worker has answered, and is no longer to be killed.
    ///
    /// - Returns: Whether it has been killed.
    func detach() -> Bool {
        state.withLock { state in
            state.worker = nil
            return state.isCancelled
        }
    }

    /// Gives up.
    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            // Under the lock, so that nothing else is killed: the worker is reaped only when nobody refers to it.
            state.worker?.kill()
        }
    }
}
