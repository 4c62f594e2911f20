package import LanguageServices

/// The files of an overlay that are not links.
package struct OverlayContent: Sendable {
    /// The files, by their names in the data folder.
    package private(set) var files: [(name: String, bytes: [UInt8])] = []

    /// Why some accents are made of espeak-ng's own phonemes only.
    package private(set) var problems: [ServiceError] = []

    /// Links accents into installed data, each as far as it goes.
    ///
    /// An accent that refers to what is not installed, or all of them when the data has another format, are made with
    /// replacements instead, and a problem says so.
    ///
    /// - Throws: `ServiceError.Code.unavailable` when the installed data is missing or damaged.
    package init(_ accents: [AccentDefinition], dataFolder: String) throws(ServiceError) {
        var installed: InstalledData?
        do throws(ServiceError) {
            installed = try InstalledData(dataFolder)
        } catch  where error.code == .unsupported {
            problems.append(error)
        }
        var linker = installed.map(PhonemeLinker.init)
        for accent in accents {
            let isLinked = try link(accent, with: &linker, dataFolder)
            for index in accent.voices.indices {
                let text = accent.voiceFile(of: index, isLinked: isLinked)
                files.append(("lang/own/\(accent.voices[index].id)", Array(text.utf8)))
            }
        }
        files += linker?.files ?? []
    }

    private mutating func link(
        _ accent: AccentDefinition,
        with linker: inout PhonemeLinker?,
        _ dataFolder: String
    ) throws(ServiceError) -> Bool {
        guard var trial = linker else { return false }
        do throws(ServiceError) {
            let set = try trial.add(accent)
            if !accent.words.isEmpty {
                let name = "\(accent.dictionary)_dict"
                let dictionary = try WordLinker(InstalledData.read(dataFolder, name, 1 << 24), name: name)
                files.append(("\(accent.ownName)_dict", try dictionary.adding(accent.words, set)))
            }
            for replacement in accent.replacements {
                _ = try set.code(replacement.old, replacement.place)
                if replacement.new != "NULL" { _ = try set.code(replacement.new, replacement.place) }
            }
        } catch {
            guard error.code == .configuration || error.code == .limitExceeded else { throw error }
            problems.append(error)
            return false
        }
        linker = trial
        return true
    }
}
