import Platform
import TestSupport

@testable import EspeakSpeech

/// The builder's input.
enum Sources {
    /// The folder `Voices/` in the source tree.
    static let voices = Repository.path("Voices")

    /// The fixtures for these tests.
    static let fixtures = Repository.path("Tests/Speech/EspeakSpeechTests/VoiceBuilding/Fixtures")

    /// The installed data, if its format is supported.
    static let installed: String? = {
        guard let output = popen("espeak-ng --version 2>/dev/null", "r") else { return nil }
        defer { pclose(output) }
        var buffer = [CChar](repeating: 0, count: 1024)
        guard fgets(&buffer, Int32(buffer.count), output) != nil else { return nil }
        let line = buffer.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        guard let colon = line.range(of: "Data at: ") else { return nil }
        let folder = String(line[colon.upperBound...].filter { !$0.isNewline })
        return (try? InstalledData(folder)) == nil ? nil : folder
    }()

    /// A copy of the installed files that the builder reads, which a test can damage.
    static func copy(to folder: TemporaryFolder) throws -> String {
        let data = try folder.folder("espeak-ng-data")
        guard let installed else { return data }
        for name in ["phontab", "phonindex", "phondata", "phondata-manifest", "en_dict"] {
            try OverlayFolder.write(contents("\(installed)/\(name)") ?? [], to: "\(data)/\(name)")
        }
        mkdir("\(data)/lang", 0o700)
        return data
    }

    /// Replaces the content of a file.
    static func replace(_ path: String, _ bytes: [UInt8]) throws {
        unlink(path)
        try OverlayFolder.write(bytes, to: path)
    }
}

extension String {
    /// The index of the first occurrence of a text. Without Foundation, not all versions have such a method.
    fileprivate func range(of text: String) -> Range<String.Index>? {
        ranges(of: text).first
    }
}
