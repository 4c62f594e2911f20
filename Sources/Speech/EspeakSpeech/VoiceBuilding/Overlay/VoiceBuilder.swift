package import LanguageServices
import Platform

/// An espeak-ng data folder that contains all installed voices and the bundled accents.
package struct VoiceOverlay: Sendable {
    /// The path for espeak-ng; the data is in its subfolder `espeak-ng-data`.
    package let path: String
    /// Whether the overlay has just been built.
    package let isNew: Bool
    /// The time it took to build or find the overlay.
    package let duration: Duration
    /// The reasons why some accents use only espeak-ng's own phonemes; empty if there are no problems.
    package let problems: [ServiceError]
    /// The errors in invalid definitions. Their accents are missing.
    package let mistakes: [AccentMistake]
    /// The accents in the overlay.
    package let accents: [AccentSummary]
    /// Prevents the removal of the overlay.
    package let lease: OverlayLease

    /// Whether the overlay still exists.
    package var isPresent: Bool { WholeFile.exists("\(path)/\(OverlayRecord.name)") }

    /// The data folder.
    package var dataFolder: String { "\(path)/espeak-ng-data" }
}

/// Links the bundled accents into an installed espeak-ng.
///
/// Installed files are not changed. The result is a folder that contains links to the installed data, new versions of
/// three of its files, and the accents' dictionaries.
package enum VoiceBuilder {
    /// Finds or builds the overlay for the given definitions and data.
    ///
    /// Two processes may do this at the same time. Each builds its own folder, but only the folder that is finished
    /// first is kept, and both processes use it.
    ///
    /// - Parameters:
    ///   - definitions: The definition files of the accents.
    ///   - dataFolder: The installed `espeak-ng-data`.
    ///   - locations: Candidate folders for the overlay; the first usable one is used.
    /// - Throws: `ServiceError.Code.configuration` if a definition is invalid; `ServiceError.Code.unavailable` if the
    ///   installed data is missing or damaged; `ServiceError.Code.io` if no location is writable.
    package static func build(
        _ definitions: DefinitionFiles,
        dataFolder: String,
        locations: [OverlayLocation] = OverlayLocation.forCurrentUser
    ) throws(ServiceError) -> VoiceOverlay {
        let start = ContinuousClock.now
        let key = try OverlayKey(dataFolder: dataFolder, definitions: definitions)
        var failures: [ServiceError] = []
        for location in locations {
            do throws(ServiceError) {
                try location.prepare()
                let path = "\(location.path)/\(key.text)"
                if let found = find(path, start) { return found }
                // An existing overlay was built from the same definitions, so parse them only to build a new one.
                let (accents, mistakes) = definitions.accentsAndMistakes()
                // An error in one accent does not affect the others.
                if accents.isEmpty, let mistake = mistakes.first { throw mistake.error }
                try build(accents, mistakes, dataFolder: dataFolder, in: location, at: path)
                guard let built = find(path, start, isNew: true) else {
                    throw ServiceError(.io, "the overlay in \(SystemFailure.quoted(path)) was removed immediately")
                }
                OverlayCleaning.clean(location, keeping: key.text)
                return built
            } catch {
                // Errors in the data or the definitions would occur in any location.
                guard error.code == .io else { throw error }
                failures.append(error)
            }
        }
        throw failures.first ?? ServiceError(.io, "no folder is available for the voices", remedy: "set XDG_CACHE_HOME")
    }

    /// Whether every file in the overlay still has the content that a new build would produce.
    ///
    /// Normally, only the names and sizes of the files are checked; this method compares their content.
    package static func matchesBuild(
        _ overlay: VoiceOverlay,
        _ definitions: DefinitionFiles,
        dataFolder: String
    ) throws(ServiceError) -> Bool {
        let content = try OverlayContent(definitions.accentsAndMistakes().accents, dataFolder: dataFolder)
        return content.files.allSatisfy { file in
            let path = "\(overlay.dataFolder)/\(file.name)"
            return (try? WholeFile.read(path, limit: max(1, file.bytes.count))) == file.bytes
        }
    }

    /// Removes a damaged overlay. The next process that needs it rebuilds it.
    package static func discard(_ overlay: VoiceOverlay) {
        OverlayFolder.retire(overlay.path)
    }

    private static func find(
        _ path: String,
        _ start: ContinuousClock.Instant,
        isNew: Bool = false
    ) -> VoiceOverlay? {
        guard let lease = OverlayLease(of: path), let record = OverlayRecord(of: path) else { return nil }
        return VoiceOverlay(
            path: path,
            isNew: isNew,
            duration: start.duration(to: .now),
            problems: record.problems,
            mistakes: record.mistakes,
            accents: record.accents,
            lease: lease
        )
    }

    private static func build(
        _ accents: [AccentDefinition],
        _ mistakes: [AccentMistake],
        dataFolder: String,
        in location: OverlayLocation,
        at path: String
    ) throws(ServiceError) {
        var folder = try OverlayFolder(in: location)
        let built = folder.path
        defer { TemporaryDirectory.remove(built) }
        let content = try OverlayContent(accents, dataFolder: dataFolder)
        try folder.makeFolder("espeak-ng-data")
        try folder.makeFolder("espeak-ng-data/lang")
        try folder.makeFolder("espeak-ng-data/lang/own")
        let own = Set(content.files.map(\.name))
        for name in try Folder.names(in: dataFolder) where name != "lang" && !own.contains(name) {
            try folder.link("espeak-ng-data/\(name)", to: "\(dataFolder)/\(name)")
        }
        for name in try Folder.names(in: "\(dataFolder)/lang") where name != "own" {
            try folder.link("espeak-ng-data/lang/\(name)", to: "\(dataFolder)/lang/\(name)")
        }
        for file in content.files { try folder.write(file.bytes, to: "espeak-ng-data/\(file.name)") }
        let record = OverlayRecord(
            items: folder.contents,
            problems: content.problems,
            mistakes: mistakes,
            accents: accents.map(\.summary)
        )
        try folder.write(Array(record.text.utf8), to: OverlayRecord.name)
        if rename(built, path) == 0 { return }
        // Either another process was faster, in which case its overlay is used, or the existing overlay is damaged and
        // is removed.
        if OverlayRecord(of: path) != nil { return }
        OverlayFolder.retire(path)
        guard rename(built, path) == 0 || OverlayRecord(of: path) != nil else {
            throw SystemFailure.error("cannot write", path, errno: errno)
        }
    }
}
