import Foundation
import LanguageServices
import Platform
import ServiceRegistry
import TestSupport
import Testing

@Suite("Bundled plug-ins")
struct PluginFoldersTests {
    private static func folders() throws -> [String] {
        try Folder.names(in: "\(Repository.root)/Plugins")
            .filter { WholeFile.exists("\(Repository.root)/Plugins/\($0)/plugin.json") }
    }

    @Test("each has a manifest, a README and a test, and is listed")
    func parts() throws {
        let list = try Repository.text("Plugins/README.md")
        let folders = try Self.folders()
        #expect(folders.count >= 4)
        for folder in folders {
            for part in ["README.md", "test.sh"] {
                #expect(WholeFile.exists("\(Repository.root)/Plugins/\(folder)/\(part)"), "\(folder)/\(part)")
            }
            #expect(list.contains("(\(folder)/README.md)"), "\(folder)")
        }
    }

    @Test("each manifest contains the current hashes of the files that its program reads")
    func hashes() throws {
        var count = 0
        for folder in try Self.folders() {
            let path = "Plugins/\(folder)/plugin.json"
            var manifest = try Repository.text(path)
            for match in manifest.matches(of: #/"path": "(?<file>[^"]+)", "sha256": "(?<hash>[0-9a-f]+)"/#) {
                let bytes = try WholeFile.read(
                    "\(Repository.root)/Plugins/\(folder)/\(match.output.file)",
                    limit: 1 << 22
                )
                let hash = SHA256.of(bytes).map { String(format: "%02x", $0) }.joined()
                #expect(
                    match.output.hash == hash,
                    "\(path): \(match.output.file) has changed; PARLANCE_RECORD_SNAPSHOTS=1 writes its new hash"
                )
                manifest = manifest.replacing(match.output.hash, with: hash)
                count += 1
            }
            if ProcessInfo.processInfo.environment["PARLANCE_RECORD_SNAPSHOTS"] == "1" {
                try AtomicFile.write(Array(manifest.utf8), to: "\(Repository.root)/\(path)")
            }
        }
        #expect(count >= 4)
    }
}
