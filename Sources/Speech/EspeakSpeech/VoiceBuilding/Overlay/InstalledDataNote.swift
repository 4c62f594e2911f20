import LanguageServices
import Platform

/// Caches the library's version and data folder, because querying a child takes longer than speaking a word.
///
/// A note is valid for one environment and one library file. If it is wrong nevertheless, the voices from another data
/// folder are used.
struct InstalledDataNote: Sendable {
    private let path: String?

    /// Creates the note for this process's environment.
    ///
    /// - Parameter locations: The folders for overlays; the note is stored in the first one.
    init(locations: [OverlayLocation] = OverlayLocation.forCurrentUser) {
        func value(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
        let folders = ["ESPEAK_DATA_PATH", "HOME"].map(value)
        let seen = folders.map { "\($0) \(Folder.exists("\($0)/espeak-ng-data")) \(Folder.exists($0))" }
        let libraries = ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"].map(value)
        let hash = StableHash.of((seen + libraries).joined(separator: "\n"))
        path = locations.first.map { "\($0.path)/installed-\(String(hash, radix: 16)).txt" }
    }

    /// The library's version and data folder, if the note exists and is still valid.
    var content: (version: String, dataFolder: String)? {
        guard let path, let bytes = try? WholeFile.read(path, limit: 1 << 16),
            let lines = String(validating: bytes, as: UTF8.self)?.split(separator: "\n").map(String.init),
            lines.count == 4, lines[3] == FileStamp.of(lines[2]), WholeFile.exists("\(lines[1])/phontab")
        else { return nil }
        return (lines[0], lines[1])
    }

    /// Writes the note if necessary; a failure is ignored.
    func write(_ setup: EspeakSetup) {
        if let content, content == (setup.version, setup.dataFolder) { return }
        let lines = [setup.version, setup.dataFolder, setup.library, FileStamp.of(setup.library)]
        guard let path, lines.allSatisfy({ !$0.isEmpty && !$0.utf8.contains(10) }) else { return }
        try? AtomicFile.write(Array(lines.joined(separator: "\n").utf8), to: path)
    }
}
