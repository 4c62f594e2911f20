import CEspeak
import Dispatch
import LanguageServices

/// The one owner of libespeak-ng in this process.
///
/// The library keeps its whole state in static variables: voice, parameters, buffers and the callback. So there is one
/// actor for the process, however many providers there are. It sets the library up at the first use and never tears it
/// down: setting it up a second time hangs in version 1.51. What depends on a text is not done here but in forked
/// children, see ``EspeakWorkers``.
actor EspeakEngine {
    /// The engine of this process. The library's own state is global, so its owner has to be.
    static let shared = EspeakEngine()

    private let executor = EspeakExecutor()
    private let workers = EspeakWorkers()
    private var setup: Result<Setup, ServiceError>?

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// What is known of the library once it runs.
    struct Setup: Sendable {
        /// Its version: `1.51`.
        var version: String
        /// The folder of its data.
        var dataFolder: String
        /// Its only sample rate, in hertz.
        var sampleRate: Int
        /// Its voices, without variants and MBROLA voices.
        var voices: [EspeakVoice]
    }

    private init() {}

    /// The library's set-up, made at the first call.
    ///
    /// - Throws: `ServiceError.Code.unavailable` when its data is missing or damaged.
    func start() throws(ServiceError) -> Setup {
        if let setup { return try setup.get() }
        let result = Self.initialize()
        setup = result
        return try result.get()
    }

    /// Speaks one piece of text.
    ///
    /// The work is done by a forked child, since the library crashes on some texts. When the child dies, another one
    /// tries once more: what brings one down is often what it spoke before, and not this text.
    ///
    /// - Parameters:
    ///   - text: The text, already made safe by ``SpeakableText``.
    ///   - voice: The identifier of the voice, exact to the letter.
    ///   - wordsPerMinute: The speed, 80 to 1000.
    ///   - isLast: Whether nothing follows; otherwise the pause after a sentence is a part of the audio.
    ///   - canceller: Ends the work when its owner gives up.
    /// - Returns: The samples.
    /// - Throws: `ServiceError.Code.unsupported` when the voice is not there, `ServiceError.Code.cancelled`,
    ///   `ServiceError.Code.providerFailed` when the library crashed twice or refused.
    func speak(
        _ text: String,
        voice: String,
        wordsPerMinute: Int32,
        isLast: Bool,
        canceller: Canceller
    ) async throws(ServiceError) -> [Int16] {
        _ = try start()
        let request = EspeakWorker.Request(
            text: text,
            voice: voice,
            wordsPerMinute: wordsPerMinute,
            flags: UInt32(espeakCHARS_UTF8) | (isLast ? 0 : UInt32(espeakENDPAUSE))
        )
        for _ in 0..<2 {
            switch try await workers.answer(request, canceller: canceller) {
            case .spoken(let samples): return samples
            case .refused(let error): throw error
            case .died: continue
            }
        }
        throw ServiceError(
            .providerFailed,
            "espeak-ng crashed on this text",
            remedy: "try it in other words, or in parts"
        )
    }

    /// The version of the library: `1.51`. It is a constant of the library, which needs no set-up to tell it.
    static let libraryVersion: String = {
        let text = espeak_Info(nil).map { String(cString: $0) } ?? "unknown"
        // Some versions put their date behind: "1.51  02.Apr.22".
        return text.split(separator: " ").first.map(String.init) ?? text
    }()

    private static func initialize() -> Result<Setup, ServiceError> {
        let rate = espeak_Initialize(
            AUDIO_OUTPUT_SYNCHRONOUS,
            bufferMilliseconds,
            nil,
            Int32(espeakINITIALIZE_DONT_EXIT)
        )
        guard rate > 0 else {
            return .failure(
                ServiceError(
                    .unavailable,
                    "espeak-ng found no data to speak with",
                    remedy: "install the package espeak-ng-data, or check ESPEAK_DATA_PATH"
                )
            )
        }
        var path: UnsafePointer<CChar>?
        _ = espeak_Info(&path)
        return .success(
            Setup(
                version: libraryVersion,
                dataFolder: path.map { String(cString: $0) } ?? "",
                sampleRate: Int(rate),
                voices: EspeakVoice.installed()
            )
        )
    }

    /// A word fits into one buffer, and the library's event list, whose length depends on it, cannot overflow.
    private static let bufferMilliseconds: Int32 = 1000
}

/// Runs the set-up on a queue of its own: it reads files, which is not for a thread of the cooperative pool.
private final class EspeakExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "parlance.espeak")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
