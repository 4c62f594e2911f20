import Platform

/// How large files are.
package enum FileSize {
    /// The size of a file in bytes; 0 when there is none.
    package static func of(_ path: String) -> Int {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return 0 }
        defer { close(file) }
        return max(0, Int(lseek(file, 0, SEEK_END)))
    }
}
