/// An entry of a zip.
struct ZipEntry {
    var name: String

    /// Whether it is a folder, which has no content.
    var isFolder = false

    /// Whether its content lies there as it is, not deflated.
    var isStored: Bool

    /// How many bytes it has, where that is known.
    var size: Int?

    /// When it was changed, in seconds since 1970, where that is known.
    var modified: Int?

    /// Whether a name stays in the folder that an entry would be unpacked into, on every system.
    static func isSafe(_ name: String) -> Bool {
        guard !name.isEmpty, !name.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
            return false
        }
        let parts = name.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }
        guard let first = parts.first, !first.isEmpty, !parts.contains("..") else { return false }
        return !(first.count == 2 && first.last == ":")
    }
}
