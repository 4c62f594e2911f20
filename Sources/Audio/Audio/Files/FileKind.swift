import Platform

/// What a path stands for now.
enum FileKind {
    /// Whether there is something that is no regular file: a device, a pipe, a folder.
    static func isSpecial(_ path: String) -> Bool {
        var status = stat()
        guard !path.utf8.contains(0), stat(path, &status) == 0 else { return false }
        return status.st_mode & S_IFMT != S_IFREG
    }
}
