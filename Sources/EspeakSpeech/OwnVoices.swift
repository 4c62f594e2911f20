import Dispatch
import LanguageServices
import VoiceBuilding

/// Our accents, linked into the installed data at the first use, and once.
actor OwnVoices {
    private let folder: String?
    private var task: Task<ReadyVoices, any Error>?

    /// Names the folder with the definitions, or `nil` when there is none.
    init(folder: String?) { self.folder = folder }

    /// The voices that can speak.
    ///
    /// A failure is not kept: what was wrong may be mended meanwhile. What has been built is looked at each time, since
    /// somebody may have emptied the cache.
    ///
    /// - Throws: `ServiceError.Code.configuration` when a definition is wrong, `ServiceError.Code.io` when one cannot be
    ///   read, `ServiceError.Code.unavailable` when espeak-ng has no data.
    func ready() async throws(ServiceError) -> ReadyVoices {
        let current = task ?? Task { [folder] in try await Self.prepare(folder) }
        task = current
        do {
            let ready = try await current.value
            if ready.overlay?.isThere ?? true { return ready }
        } catch {
            if task == current { task = nil }
            throw ServiceError(error)
        }
        if task == current { task = nil }
        // Once: an overlay that vanishes again at once is no overlay.
        let next = task ?? Task { [folder] in try await Self.prepare(folder) }
        task = next
        do { return try await next.value } catch { throw ServiceError(error) }
    }

    private static func prepare(_ folder: String?) async throws(ServiceError) -> ReadyVoices {
        let installed = try await EspeakEngine.shared.start()
        guard let folder else {
            let table = VoiceTable(accents: [], stock: installed.voices, isBuilt: false)
            return ReadyVoices(table: table, setup: installed)
        }
        let definitions = try DefinitionFiles.read(folder)
        let accents = try definitions.accents()
        do throws(ServiceError) {
            let overlay = try await build(definitions, installed.dataFolder)
            let setup = try await EspeakEngine.shared.start(dataPath: overlay.path)
            await EspeakEngine.shared.dismissWorkers(dataPath: nil)
            return ReadyVoices(
                table: VoiceTable(accents: accents, stock: setup.voices, isBuilt: true),
                setup: setup,
                overlay: overlay,
                problems: overlay.problems
            )
        } catch  where error.code != .cancelled {
            return ReadyVoices(
                table: VoiceTable(accents: accents, stock: installed.voices, isBuilt: false),
                setup: installed,
                problems: [error]
            )
        }
    }

    /// Builds on a thread that may wait for the disk.
    private static func build(
        _ definitions: DefinitionFiles,
        _ dataFolder: String
    ) async throws(ServiceError) -> VoiceOverlay {
        let result = await withCheckedContinuation { continuation in
            DispatchQueue(label: "parlance.voices").async {
                let result: Result<VoiceOverlay, ServiceError>
                do throws(ServiceError) {
                    result = .success(try VoiceBuilder.build(definitions, dataFolder: dataFolder))
                } catch {
                    result = .failure(error)
                }
                continuation.resume(returning: result)
            }
        }
        return try result.get()
    }
}

/// The voices that can speak, and what speaks them.
struct ReadyVoices: Sendable {
    /// Which voice speaks what.
    var table: VoiceTable
    /// What is known of the library on the data that it uses.
    var setup: EspeakSetup
    /// Where our accents are linked in, if they are.
    var overlay: VoiceOverlay?
    /// Why some accents are not as they are defined.
    var problems: [ServiceError] = []

    /// What is to be said of a voice in the report, if it is not as it is defined.
    func problem(of identifier: String) -> String? {
        let own = table.accents.contains { accent in
            accent.base == identifier || accent.voices.contains { $0.identifier == identifier }
        }
        guard own, let problem = problems.first else { return nil }
        return "the accent is not spoken as it is defined: \(problem.message)"
    }
}
