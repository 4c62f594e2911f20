import CEspeakWorker
import LanguageServices
import Platform

/// A forked child that speaks for this process; see `CEspeakWorker.h`.
///
/// It answers one request after the other. It may be killed from any thread, and it is reaped when the last reference to
/// it goes.
final class EspeakWorker: Sendable {
    /// What is to be spoken, and how.
    struct Request {
        var text: String
        var voice: String
        var prosody = EspeakProsody()
        var flags: UInt32
        var wish = espeak_worker_wish(0)
        /// Whether the library is to be as it is in a fresh process. Requests that differ in this go to different children.
        var isFresh = false

        /// Why the child cannot be asked this, if it cannot.
        var complaint: ServiceError? {
            if (1...255).contains(voice.utf8.count), text.utf8.count <= Int(ESPEAK_WORKER_LONGEST_TEXT) { return nil }
            return ServiceError(.limitExceeded, "the text or the name of the voice is too long for espeak-ng")
        }

        /// Whether it may be sent while the child is at work.
        var isShort: Bool { text.utf8.count <= 4096 }
    }

    /// What came of a request.
    enum Answer {
        /// What was heard.
        case spoken(EspeakUtterance)
        /// The child lives and has said why not.
        case refused(ServiceError)
        /// The child is dead.
        case died
    }

    /// What the child has said of the library.
    let setup: EspeakSetup

    private let worker: espeak_worker

    /// The number of the child's process, as long as the worker is referred to.
    var process: Int32 { worker.process }

    private init(_ worker: espeak_worker, _ setup: EspeakSetup) {
        self.worker = worker
        self.setup = setup
    }

    /// Forks a child and waits until it has set the library up.
    ///
    /// - Parameter dataPath: The folder that holds the library's `espeak-ng-data`, or `nil` for the installed one.
    /// - Throws: `ServiceError.Code.unavailable` when the system has no room for another process, or the library finds no
    ///   data or breaks on it.
    static func start(dataPath: String? = nil) throws(ServiceError) -> EspeakWorker {
        var worker = espeak_worker()
        let failure = espeak_worker_start(&worker, dataPath)
        guard failure == 0 else {
            throw ServiceError(
                .unavailable,
                "no process could be started to speak: \(SystemFailure.text(failure))",
                remedy: "close some programs, or raise the limit of processes"
            )
        }
        do throws(ServiceError) {
            let setup = try EspeakSetup.receive(from: worker)
            // A folder that it cannot use is passed over for the installed one without a word.
            if let dataPath, setup.dataFolder != "\(dataPath)/espeak-ng-data" {
                throw ServiceError(
                    .unavailable,
                    "espeak-ng reads its data from \(setup.dataFolder) instead of \(dataPath)",
                    remedy: "run 'parlance voices build'"
                )
            }
            return EspeakWorker(worker, setup)
        } catch {
            _ = espeak_worker_reap(&worker)
            throw error
        }
    }

    /// Sends a request, which the child answers after those that were sent before it.
    ///
    /// Only a short one may be sent before the last answer has been received: the child may be waiting to be rid of that
    /// answer, and there is room for a short one between the two on every system.
    ///
    /// - Returns: `false` when the child is dead.
    func send(_ request: Request) -> Bool {
        var bytes: [UInt8] = []
        let header = espeak_worker_request(
            voice_length: UInt32(request.voice.utf8.count),
            text_length: UInt32(request.text.utf8.count),
            words_per_minute: request.prosody.wordsPerMinute,
            pitch: request.prosody.pitch,
            flags: request.flags,
            wish: request.wish.rawValue,
            is_fresh: request.isFresh ? 1 : 0
        )
        withUnsafeBytes(of: header) { bytes += $0 }
        bytes += request.voice.utf8
        bytes += request.text.utf8
        var worker = worker
        return bytes.withUnsafeBytes { espeak_worker_send(&worker, $0.baseAddress, $0.count) == 0 }
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

    /// Takes the answer to the first request that has none yet; blocks until the child has given it or has died.
    func receiveAnswer(to request: Request) -> Answer {
        var answer = espeak_worker_answer()
        guard withUnsafeMutableBytes(of: &answer, receive) else { return .died }
        switch answer.kind {
        case ESPEAK_WORKER_SPOKEN.rawValue:
            return receiveUtterance(answer).map { .spoken($0) } ?? .died
        case ESPEAK_WORKER_NO_VOICE.rawValue:
            return .refused(
                ServiceError(
                    .unsupported,
                    "espeak-ng has no voice '\(request.voice)'",
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

    private func receiveUtterance(_ answer: espeak_worker_answer) -> EspeakUtterance? {
        let counts = (Int(answer.value), Int(answer.events), Int(answer.ipa_length))
        guard counts.0 <= Int(ESPEAK_WORKER_MOST_SAMPLES), counts.1 <= Int(ESPEAK_WORKER_MOST_EVENTS),
            counts.2 <= Int(ESPEAK_WORKER_LONGEST_IPA),
            let samples = receiveArray(of: Int16.self, counts.0),
            let events = receiveArray(of: espeak_worker_event.self, counts.1),
            let ipa = receiveArray(of: UInt8.self, counts.2)
        else { return nil }
        return EspeakUtterance(
            samples: samples,
            events: events.compactMap(EspeakEvent.init),
            ipa: String(decoding: ipa, as: UTF8.self)
        )
    }

    /// Reads `count` values of a type that has no references and takes every bit pattern.
    private func receiveArray<Element: BitwiseCopyable>(of type: Element.Type, _ count: Int) -> [Element]? {
        guard count > 0 else { return [] }
        var isReceived = false
        let array = [Element](unsafeUninitializedCapacity: count) { buffer, initializedCount in
            let bytes = UnsafeMutableRawBufferPointer(buffer)
            isReceived = receive(.init(rebasing: bytes[..<(count * MemoryLayout<Element>.stride)]))
            initializedCount = isReceived ? count : 0
        }
        return isReceived ? array : nil
    }

    private func receive(_ bytes: UnsafeMutableRawBufferPointer) -> Bool {
        var worker = worker
        return espeak_worker_receive(&worker, bytes.baseAddress, bytes.count) == 0
    }
}
