package import LanguageServices

/// Looks into folders, and makes them.
package enum Folder {
    /// The names of everything in a folder, sorted by their bytes.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - isHidden: Whether those are listed that begin with a dot, or those that do not.
    /// - Throws: `ServiceError.Code.io` when the folder cannot be read.
    package static func names(in path: String, isHidden: Bool = false) throws(ServiceError) -> [String] {
        guard let folder = opendir(path) else { throw SystemFailure.error("cannot read", path, errno: errno) }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: entry.pointee.d_name)) {
                    String(cString: $0)
                }
            }
            if name.hasPrefix(".") == isHidden { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Whether there is a folder at a path.
    package static func exists(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Makes a folder and those above it, as far as they are missing.
    ///
    /// - Throws: `ServiceError.Code.io` when that cannot be done.
    package static func make(_ path: String) throws(ServiceError) {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw ServiceError(.io, "the name of the folder is empty or contains a NUL byte")
        }
        if exists(path) { return }
        if mkdir(path, 0o777) == 0 || errno == EEXIST && exists(path) { return }
        let first = errno
        let trimmed = path.last == "/" ? String(path.dropLast()) : path
        guard first == ENOENT, let slash = trimmed.lastIndex(of: "/"), slash != trimmed.startIndex else {
            throw SystemFailure.error("cannot make the folder", path, errno: first)
        }
        try make(String(trimmed[..<slash]))
        guard mkdir(path, 0o777) == 0 || errno == EEXIST && exists(path) else {
            throw SystemFailure.error("cannot make the folder", path, errno: errno)
        }
    }

    /// Where a file is, however it is named: its real path when it is there, or else that of its folder and its name.
    package static func realPath(of file: String) -> String {
        if let real = ProgramSearch.resolved(file) { return real }
        let (folder, name) = AtomicFile.split(file)
        return ProgramSearch.resolved(folder).map { "\($0)/\(name)" } ?? file
    }

    /// Makes what was created and renamed in a folder durable.
    ///
    /// A file system that cannot sync a folder says so, and then there is nothing better to be done.
    package static func sync(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = fsync(descriptor)
        close(descriptor)
    }
}

/// A folder that is this user's own, in a place that others may write to.
package enum PrivateFolder {
    /// Makes the folder where it is missing, and makes sure that nobody else can put anything into it.
    ///
    /// - Parameters:
    ///   - path: The folder; the one above it is there.
    ///   - remedy: What to do when the path cannot be used.
    /// - Throws: `ServiceError.Code.io` when it cannot be made, is a link, or belongs to another user.
    package static func make(_ path: String, remedy: String) throws(ServiceError) {
        func refused(_ reason: String) -> ServiceError {
            ServiceError(.io, "\(SystemFailure.quoted(path)) \(reason)", remedy: remedy)
        }
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw SystemFailure.error("cannot make the folder", path, errno: errno)
        }
        var status = stat()
        guard lstat(path, &status) == 0 else { throw SystemFailure.error("cannot read", path, errno: errno) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw refused("is not a folder") }
        guard status.st_uid == geteuid() else { throw refused("belongs to another user") }
        guard status.st_mode & 0o022 == 0 else { throw refused("can be written by other users") }
    }
}
