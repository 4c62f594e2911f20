import HapticCodecs
import HapticPatterns
import Platform
import Testing

/// Pattern files modelled on real ones.
enum Fixture {
    /// The bytes of a file.
    static func bytes(_ name: String, file: String = #filePath) throws -> [UInt8] {
        let folder = file.split(separator: "/").dropLast().joined(separator: "/")
        let handle = try #require(fopen("/\(folder)/Fixtures/\(name)", "r"))
        defer { fclose(handle) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, handle))
        return bytes
    }

    /// The parsed content of a file.
    static func read(_ name: String) throws -> ImportedPattern {
        try PatternFile.read(try bytes(name), name: name)
    }

    /// The parsed content of a text.
    static func read(_ text: String, as format: HapticFormat) throws -> ImportedPattern {
        try PatternFile.read(Array(text.utf8), name: "text", format: format)
    }
}

extension ImportedPattern {
    /// The distinct codes of the repairs.
    var codes: Set<String> { Set(repairs.map(\.code.rawValue)) }
}
