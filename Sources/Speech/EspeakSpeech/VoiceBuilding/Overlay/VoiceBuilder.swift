package import LanguageServices
import Platform

/// An espeak-ng data folder with everything that is installed, and our voices beside it.
package struct VoiceOverlay: Sendable {
    /// What espeak-ng is given as its path; the data is in `espeak-ng-data` in it.
    package let path: String
    /// Whether it was built just now.
    package let isNew: Bool
    /// How long it took to build it or to find that it is there.
    package let duration: Duration
    /// Why some accents are made of espeak-ng's own phonemes only; empty when all is well.
    package let problems: [ServiceError]
    /// What is wrong in the definitions of accents that are not in it.
    package let mistakes: [AccentMistake]
    /// The accents that are in it.
    package let accents: [AccentSummary]
    /// Keeps it from being removed.
    package let lease: OverlayLease

    /// Whether it has not been removed since.
    package var isThere: Bool { WholeFile.exists("\(path)/\(OverlayRecord.name)") }

    /// The data folder.
    package var dataFolder: String { "\(path)/espeak-ng-data" }
}

/// Links our accents into an installed espeak-ng.
///
/// Nothing that is installed is changed or copied out of the machine: the result is a folder of links into the installed
/// data, with three of its files and the dictionaries of our accents written anew.
package enum VoiceBuilder {
    /// Finds the overlay for definitions and data, or builds it.
    ///
    /// Two processes may do this at once: each builds for itself, the first one's folder stays, and both use it.
    ///
    /// - Parameters:
    ///   - definitions: The text files of the accents.
    ///   - dataFolder: The installed `espeak-ng-data`.
    ///   - places: Where the overlay may lie; the first that can be used is taken.
    /// - Throws: `ServiceError.Code.configuration` when a definition is wrong; `ServiceError.Code.unavailable` when the
    ///   installed data is missing or damaged; `ServiceError.Code.io` when nothing can be written.
    package static func build(
        _ definitions: DefinitionFiles,
        dataFolder: String,
        places: [OverlayLocation] = OverlayLocation.ofThisUser
    ) throws(ServiceError) -> VoiceOverlay {
        let start = ContinuousClock.now
        let key = try OverlayKey(dataFolder: dataFolder, definitions: definitions)
        var failures: [ServiceError] = []
        for place in places {
            do throws(ServiceError) {
                try place.prepare()
                let path = "\(place.path)/\(key.text)"
                if let found = find(path, start) { return found }
                // What is there was made of the same text, so the text is taken apart only when nothing is there.
                let (accents, mistakes) = definitions.accentsAndMistakes()
                // One mistake in one accent is no reason to be silent in all others.
                if accents.isEmpty, let mistake = mistakes.first { throw mistake.error }
                try build(accents, mistakes, dataFolder: dataFolder, in: place, at: path)
                guard let built = find(path, start, isNew: true) else {
                    throw ServiceError(.io, "the overlay in \(SystemFailure.quoted(path)) was removed at once")
                }
                OverlayCleaning.clean(place, keeping: key.text)
                return built
            } catch {
                // What the data or the definitions are to blame for is no better in another place.
                guard error.code == .io else { throw error }
                failures.append(error)
            }
        }
        throw failures.first ?? ServiceError(.io, "there is no folder for the voices", remedy: "set XDG_CACHE_HOME")
    }

    /// Whether every file that was written is still there as it would be written now.
    ///
    /// An overlay that is used is looked at by names and sizes only; this reads it whole.
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

    /// Takes an overlay away that is damaged; the next one who needs it builds it.
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
        in place: OverlayLocation,
        at path: String
    ) throws(ServiceError) {
        var folder = try OverlayFolder(in: place)
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
        // Somebody else was faster, which is as good; or what is there is damaged, and goes.
        if OverlayRecord(of: path) != nil { return }
        OverlayFolder.retire(path)
        guard rename(built, path) == 0 || OverlayRecord(of: path) != nil else {
            throw SystemFailure.error("cannot write", path, errno: errno)
        }
    }
}
