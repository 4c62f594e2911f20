import Dispatch
import LanguageServices
import Platform

/// Our accents, linked into the installed data at the first use, and once.
actor BundledAccents {
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
        guard let folder else {
            return ReadyVoices(accents: [], setup: try await EspeakEngine.shared.start())
        }
        let definitions = try DefinitionFiles.read(folder)
        do throws(ServiceError) {
            let dataFolder = try await installedFolder()
            let overlay = try await DispatchQueue(label: "parlance.voices").perform { () throws(ServiceError) in
                try VoiceBuilder.build(definitions, dataFolder: dataFolder)
            }
            return ReadyVoices(
                accents: overlay.accents,
                setup: try await EspeakEngine.shared.start(dataPath: overlay.path),
                overlay: overlay,
                problems: overlay.problems,
                mistakes: overlay.mistakes
            )
        } catch  where error.code != .cancelled && error.code != .configuration {
            let (accents, mistakes) = definitions.accentsAndMistakes()
            return ReadyVoices(
                accents: accents.map(\.summary),
                setup: try await EspeakEngine.shared.start(),
                problems: [error],
                mistakes: mistakes
            )
        }
    }

    /// Where the installed data is.
    private static func installedFolder() async throws(ServiceError) -> String {
        if let content = InstalledDataNote().content { return content.dataFolder }
        let folder = try await EspeakEngine.shared.start().dataFolder
        await EspeakEngine.shared.dismissWorkers(dataPath: nil)
        return folder
    }
}

/// The voices that can speak, and what speaks them.
struct ReadyVoices: Sendable {
    /// Our accents.
    var accents: [AccentSummary]
    /// What is known of the library on the data that it uses.
    var setup: EspeakSetup
    /// Where our accents are linked in, if they are.
    var overlay: VoiceOverlay?
    /// Why some accents are not as they are defined.
    var problems: [ServiceError] = []

    /// Which of our voices speaks what.
    var ownTable: VoiceTable { VoiceTable(accents: accents, stock: [], isBuilt: overlay != nil) }

    /// Which voice speaks what, the library's own voices included.
    ///
    /// - Throws: `ServiceError.Code.unavailable` when the library cannot tell.
    func table() async throws(ServiceError) -> VoiceTable {
        let stock = try await EspeakEngine.shared.voices(dataPath: overlay?.path)
        return VoiceTable(accents: accents, stock: stock, isBuilt: overlay != nil)
    }

    /// What is wrong in the definitions of accents that are not there.
    var mistakes: [AccentMistake] = []

    /// Our accent that a voice speaks, when it is built.
    func accent(of identifier: String) -> AccentSummary? {
        guard overlay != nil else { return nil }
        return accents.first { $0.voices.contains { $0.identifier == identifier } }
    }

    /// What is to be said of a voice in the report, if it is not as it is defined.
    func problem(of identifier: String) -> String? {
        let own = accents.contains { accent in
            accent.base == identifier || accent.voices.contains { $0.identifier == identifier }
        }
        guard own, let problem = problems.first else { return nil }
        return "the accent is not spoken as it is defined: \(problem.message)"
    }
}
