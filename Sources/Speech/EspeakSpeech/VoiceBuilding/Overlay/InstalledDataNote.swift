import Platform

/// Notes where the library found its data, since asking it means to set it up, which takes longer than to speak a word.
///
/// The note is for one answer to what the library looks at: its version, `ESPEAK_DATA_PATH`, `HOME`, and whether there is
/// data in them. Should it be wrong all the same, the voices are those of another installed data folder.
package struct InstalledDataNote: Sendable {
    private let path: String?

    /// Prepares the note for this process's environment.
    ///
    /// - Parameters:
    ///   - version: The library's version.
    ///   - places: Where overlays lie; the note lies in the first.
    package init(version: String, places: [OverlayPlace] = OverlayPlace.ofThisUser) {
        let folders = [getenv("ESPEAK_DATA_PATH"), getenv("HOME")].map { $0.map { String(cString: $0) } ?? "" }
        let seen = folders.map { "\($0) \(Folder.exists("\($0)/espeak-ng-data")) \(Folder.exists($0))" }
        let hash = StableHash.of(([version] + seen).joined(separator: "\n"))
        path = places.first.map { "\($0.path)/installed-\(String(hash, radix: 16)).txt" }
    }

    /// The folder that was found before, if it is still there.
    package var folder: String? {
        guard let path, let bytes = try? WholeFile.read(path, limit: 4096),
            let folder = String(validating: bytes, as: UTF8.self), folder.hasPrefix("/"),
            WholeFile.exists("\(folder)/phontab")
        else { return nil }
        return folder
    }

    /// Notes a folder; a note that cannot be written is no loss.
    package func note(_ folder: String) {
        guard let path else { return }
        try? AtomicFile.write(Array(folder.utf8), to: path)
    }
}
