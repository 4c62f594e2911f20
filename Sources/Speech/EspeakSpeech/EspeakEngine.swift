import CEspeakWorker
import LanguageServices
import Synchronization

/// Manages the child processes that run libespeak-ng for this process.
///
/// The library keeps its state in static variables, so a process can contain only one instance, and it crashes on some
/// texts. It is therefore run in child processes; see ``EspeakWorkerPool``. This actor contains the state that all
/// providers share.
actor EspeakEngine {
    /// The engine of this process.
    static let shared = EspeakEngine()

    /// The workers for one data folder, with cached information.
    private struct WorkerGroup {
        let workers: EspeakWorkerPool
        /// Children that fork for each text, so that the library is always in its initial state.
        let freshWorkers: EspeakWorkerPool
        var setup: EspeakSetup?
        var voices: [EspeakVoice]?
        var hasSpoken = false
    }

    private var groups: [String?: WorkerGroup] = [:]

    private init() {}

    /// The library's setup, requested from a worker on the first call.
    ///
    /// - Parameter dataPath: The folder that contains the library's `espeak-ng-data`, or `nil` for the installed data.
    /// - Throws: `ServiceError.Code.unavailable` if its data is missing or damaged.
    func start(dataPath: String? = nil) async throws(ServiceError) -> EspeakSetup {
        let group = group(dataPath)
        if let setup = group.setup { return setup }
        let found = try await group.workers.setup()
        groups[dataPath]?.setup = found
        if dataPath == nil { InstalledDataNote().write(found) }
        return found
    }

    /// The voices, except variants and MBROLA voices. They are requested from a worker on the first call.
    ///
    /// - Parameter dataPath: The folder that contains the data, or `nil` for the installed data.
    /// - Throws: `ServiceError.Code.unavailable` if the data is missing or damaged.
    func voices(dataPath: String? = nil) async throws(ServiceError) -> [EspeakVoice] {
        if let voices = group(dataPath).voices { return voices }
        let request = EspeakWorker.Request(text: "", voice: "-", output: ESPEAK_WORKER_VOICES)
        let list = try await answer(request, dataPath: dataPath).ipa
        let voices = EspeakVoice.list(list)
        groups[dataPath]?.voices = voices
        return voices
    }

    private func group(_ dataPath: String?) -> WorkerGroup {
        if let group = groups[dataPath] { return group }
        let start: @Sendable () throws(ServiceError) -> EspeakWorker = { () throws(ServiceError) in
            try EspeakWorker(dataPath: dataPath)
        }
        let group = WorkerGroup(workers: EspeakWorkerPool(start: start), freshWorkers: EspeakWorkerPool(start: start))
        groups[dataPath] = group
        return group
    }

    /// The phonemes of a text in IPA, in the notation of ``EspeakUtterance/ipa``. Nothing is synthesised.
    ///
    /// - Parameters:
    ///   - text: The text, already sanitised by ``SpeakableText``.
    ///   - voice: The voice.
    /// - Throws: The errors thrown by ``answer(_:dataPath:)``.
    func transcribe(_ text: String, voice: SelectedVoice) async throws(ServiceError) -> String {
        try await answer(
            EspeakWorker.Request(text: text, voice: voice.identifier, output: ESPEAK_WORKER_IPA),
            dataPath: voice.dataPath
        ).ipa
    }

    /// Sends a request to a worker and returns its answer. If the worker dies, the request is retried once with another
    /// worker, because earlier texts often cause the crash rather than this one.
    ///
    /// - Throws: `ServiceError.Code.unsupported` for an unknown voice, `ServiceError.Code.cancelled`,
    ///   `ServiceError.Code.providerFailed` if the library crashed twice or failed, `ServiceError.Code.unavailable` if
    ///   the library cannot speak at all.
    func answer(_ request: EspeakWorker.Request, dataPath: String?) async throws(ServiceError) -> EspeakUtterance {
        for _ in 0..<2 {
            let group = group(dataPath)
            switch try await (request.isFresh ? group.freshWorkers : group.workers).answer(request) {
            case .spoken(let utterance):
                groups[dataPath]?.hasSpoken = true
                return utterance
            case .refused(let error): throw error
            case .died: continue
            }
        }
        // To determine whether the text or the library is at fault, speak a text that is known to work.
        let hasSpoken = group(dataPath).hasSpoken
        if !hasSpoken, request.text != "a" {
            let trial = EspeakWorker.Request(text: "a", voice: request.voice, flags: request.flags)
            _ = try await answer(trial, dataPath: dataPath)
        } else if !hasSpoken {
            throw EspeakSetup.damaged
        }
        throw ServiceError(
            .providerFailed,
            "espeak-ng crashed on this text",
            remedy: "rephrase it, or split it"
        )
    }

    /// Ends the idle workers for one data folder.
    func dismissWorkers(dataPath: String?) {
        groups[dataPath]?.workers.dismiss()
    }

    /// Ends all idle workers; the next request starts new ones.
    func dismissWorkers() {
        for group in groups.values {
            group.workers.dismiss()
            group.freshWorkers.dismiss()
        }
    }

    private nonisolated let version = Mutex<String?>(nil)

    /// The version of the library, such as `1.51`; `unknown` if the library cannot be started.
    ///
    /// If the version is not cached, the call blocks until a child has answered.
    nonisolated var libraryVersion: String {
        version.withLock { version in
            if let version { return version }
            let note = InstalledDataNote()
            version = note.content?.version
            if version == nil, let setup = try? EspeakWorker().setup {
                note.write(setup)
                version = setup.version
            }
            return version ?? "unknown"
        }
    }
}
