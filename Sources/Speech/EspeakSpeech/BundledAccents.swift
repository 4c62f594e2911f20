import Dispatch
import LanguageServices
import Platform

/// The bundled accents, which are linked into the installed data once, on first use.
actor BundledAccents {
    private let folder: String?
    private var task: Task<ReadyVoices, any Error>?

    /// Sets the folder that contains the definitions; `nil` for no accents.
    init(folder: String?) { self.folder = folder }

    /// The available voices.
    ///
    /// Failures are not cached, because their causes may be fixed in the meantime. An existing overlay is checked on
    /// each call, because its folder may have been deleted.
    ///
    /// - Throws: `ServiceError.Code.configuration` if a definition is invalid, `ServiceError.Code.io` if one cannot be
    ///   read, `ServiceError.Code.unavailable` if espeak-ng does not find its data.
    func ready() async throws(ServiceError) -> ReadyVoices {
        let current = task ?? Task { [folder] in try await Self.prepare(folder) }
        task = current
        do {
            let ready = try await current.value
            if ready.overlay?.isPresent ?? true { return ready }
        } catch {
            if task == current { task = nil }
            throw ServiceError(error)
        }
        if task == current { task = nil }
        // Rebuild only once: if the new overlay disappears immediately too, it is unusable.
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

    /// The folder of the installed data.
    private static func installedFolder() async throws(ServiceError) -> String {
        if let content = InstalledDataNote().content { return content.dataFolder }
        let folder = try await EspeakEngine.shared.start().dataFolder
        await EspeakEngine.shared.dismissWorkers(dataPath: nil)
        return folder
    }
}

/// The available voices and their data.
struct ReadyVoices: Sendable {
    /// The bundled accents.
    var accents: [AccentSummary]
    /// The library's setup with the data in use.
    var setup: EspeakSetup
    /// The overlay that contains the linked accents, if any.
    var overlay: VoiceOverlay?
    /// The reasons why some accents differ from their definitions.
    var problems: [ServiceError] = []

    /// The table of the bundled voices.
    var bundledTable: VoiceTable { VoiceTable(accents: accents, stock: [], isBuilt: overlay != nil) }

    /// The table of all voices, including the library's own.
    ///
    /// - Throws: `ServiceError.Code.unavailable` if the library cannot list its voices.
    func table() async throws(ServiceError) -> VoiceTable {
        let stock = try await EspeakEngine.shared.voices(dataPath: overlay?.path)
        return VoiceTable(accents: accents, stock: stock, isBuilt: overlay != nil)
    }

    /// The errors in invalid definitions. Their accents are missing.
    var mistakes: [AccentMistake] = []

    /// The bundled accent to which a voice belongs, if the accent is built.
    func accent(of identifier: String) -> AccentSummary? {
        guard overlay != nil else { return nil }
        return accents.first { $0.voices.contains { $0.identifier == identifier } }
    }

    /// The problem to report for a voice, if it differs from its definition.
    func problem(of identifier: String) -> String? {
        let own = accents.contains { accent in
            accent.base == identifier || accent.voices.contains { $0.identifier == identifier }
        }
        guard own, let problem = problems.first else { return nil }
        return "the accent differs from its definition: \(problem.message)"
    }
}
