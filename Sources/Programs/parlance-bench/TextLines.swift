import Platform

/// The lines of a file that a survey reads.
enum TextLines {
    /// The lines; `nil` when the file cannot be read.
    static func of(_ path: String) -> [Substring]? {
        guard let bytes = try? WholeFile.read(path, limit: 1 << 28) else { return nil }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }
}
