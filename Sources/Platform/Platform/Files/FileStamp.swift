/// Tells whether files have changed, without reading them.
package enum FileStamp {
    /// The size and time of a file, or of all files of a folder and the folders in it.
    package static func of(_ path: String, depth: Int = 2) -> String {
        var status = stat()
        guard stat(path, &status) == 0 else { return "\(path) is missing" }
        if status.st_mode & S_IFMT == S_IFDIR {
            guard depth > 0, let names = try? Folder.names(in: path) else { return path }
            return names.map { of("\(path)/\($0)", depth: depth - 1) }.joined(separator: "\n")
        }
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        return "\(path) \(status.st_size) \(time.tv_sec).\(time.tv_nsec)"
    }
}
