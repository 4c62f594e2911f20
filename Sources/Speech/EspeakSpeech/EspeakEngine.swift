import CEspeakWorker
import LanguageServices
import Synchronization

/// The one owner of libespeak-ng in this process.
///
/// The library keeps its whole state in static variables, so there can be only one in a process, and it crashes on some
/// texts, so it runs in child processes, see ``EspeakWorkerPool``. What all providers share is here.
actor EspeakEngine {
    /// The engine of this process.
    static let shared = EspeakEngine()

    /// The workers for one data folder, and what is known of them.
    private struct WorkerGroup {
        let workers: EspeakWorkerPool
        /// Children that never speak themselves, so that each text finds the library fresh.
        let freshWorkers: EspeakWorkerPool
        var setup: EspeakSetup?
        var voices: [EspeakVoice]?
        var hasSpoken = false
    }

    private var crews: [String?: WorkerGroup] = [:]

    private init() {}

    /// What is known of the library; asked of a worker at the first call.
    ///
    /// - Parameter dataPath: The folder that holds its `espeak-ng-data`, or `nil` for the installed one.
    /// - Throws: `ServiceError.Code.unavailable` when its data is missing or damaged.
    func start(dataPath: String? = nil) async throws(ServiceError) -> EspeakSetup {
        let crew = crew(dataPath)
        if let setup = crew.setup { return setup }
        let found = try await crew.workers.setup()
        crews[dataPath]?.setup = found
        if dataPath == nil { InstalledDataNote().write(found) }
        return found
    }

    /// The voices, without variants and MBROLA voices; asked of a worker at the first call.
    ///
    /// - Parameter dataPath: The folder that holds the data, or `nil` for the installed one.
    /// - Throws: `ServiceError.Code.unavailable` when the data is missing or damaged.
    func voices(dataPath: String? = nil) async throws(ServiceError) -> [EspeakVoice] {
        if let voices = crew(dataPath).voices { return voices }
        let request = EspeakWorker.Request(text: "", voice: "-", wish: ESPEAK_WORKER_VOICES)
        let list = try await answer(request, dataPath: dataPath).ipa
        let voices = EspeakVoice.list(list)
        crews[dataPath]?.voices = voices
        return voices
    }

    private func crew(_ dataPath: String?) -> WorkerGroup {
        if let crew = crews[dataPath] { return crew }
        let start: @Sendable () throws(ServiceError) -> EspeakWorker = { () throws(ServiceError) in
            try EspeakWorker(dataPath: dataPath)
        }
        let crew = WorkerGroup(workers: EspeakWorkerPool(start: start), freshWorkers: EspeakWorkerPool(start: start))
        crews[dataPath] = crew
        return crew
    }

    /// The phonemes of a text in IPA, as in ``EspeakUtterance/ipa``; nothing is spoken.
    ///
    /// - Parameters:
    ///   - text: The text, already made safe by ``SpeakableText``.
    ///   - voice: The voice.
    /// - Throws: As ``answer(_:dataPath:)``.
    func transcribe(_ text: String, voice: SelectedVoice) async throws(ServiceError) -> String {
        try await answer(
            EspeakWorker.Request(text: text, voice: voice.identifier, wish: ESPEAK_WORKER_IPA),
            dataPath: voice.dataPath
        ).ipa
    }

    /// Lets a worker answer; when it dies, another one tries once more: what brings one down is often what it spoke
    /// before, and not this text.
    ///
    /// - Throws: `ServiceError.Code.unsupported` when the voice is not there, `ServiceError.Code.cancelled`,
    ///   `ServiceError.Code.providerFailed` when the library crashed twice or refused, `ServiceError.Code.unavailable`
    ///   when it cannot speak at all.
    func answer(_ request: EspeakWorker.Request, dataPath: String?) async throws(ServiceError) -> EspeakUtterance {
        for _ in 0..<2 {
            let crew = crew(dataPath)
            switch try await (request.isFresh ? crew.freshWorkers : crew.workers).answer(request) {
            case .spoken(let utterance):
                crews[dataPath]?.hasSpoken = true
                return utterance
            case .refused(let error): throw error
            case .died: continue
            }
        }
        // Whether it is the text or the library is told by a text that cannot be wrong.
        let hasSpoken = crew(dataPath).hasSpoken
        if !hasSpoken, request.text != "a" {
            let trial = EspeakWorker.Request(text: "a", voice: request.voice, flags: request.flags)
            _ = try await answer(trial, dataPath: dataPath)
        } else if !hasSpoken {
            throw EspeakSetup.damaged
        }
        throw ServiceError(
            .providerFailed,
            "espeak-ng crashed on this text",
            remedy: "try it in other words, or in parts"
        )
    }

    /// Ends the workers for one data folder that have nothing to do.
    func dismissWorkers(dataPath: String?) {
        crews[dataPath]?.workers.dismiss()
    }

    /// Ends the workers that have nothing to do; the next request starts new ones.
    func dismissWorkers() {
        for crew in crews.values {
            crew.workers.dismiss()
            crew.freshWorkers.dismiss()
        }
    }

    private nonisolated let version = Mutex<String?>(nil)

    /// The version of the library: `1.51`; `unknown` as long as the library cannot be started.
    ///
    /// It is asked of a child, and that blocks, where nothing is noted of the library.
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
