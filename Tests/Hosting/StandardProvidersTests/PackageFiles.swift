import Foundation
import TestSupport
import Testing

/// Files in the package that tests compare against.
enum PackageFiles {
    static let root = URL(fileURLWithPath: Repository.root)

    static let schema = root.appendingPathComponent("docs/parlance.schema.json")
    static let documentation = root.appendingPathComponent("docs/reference/configuration.md")
    static let remoteGuide = root.appendingPathComponent("docs/how-to/remote.md")
    static let remoteSpeechGuide = root.appendingPathComponent("docs/how-to/remote-speech.md")

    static func bytes(_ file: URL) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: file))
    }
}
