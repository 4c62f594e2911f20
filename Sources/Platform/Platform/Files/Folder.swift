package import LanguageServices

/// Lists and creates folders.
package enum Folder {
    /// The names of all entries in a folder, in byte order.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - isHidden: Whether to list only names that start with a dot; otherwise, only the other names are listed.
    /// - Throws: `ServiceError.Code.io` if the folder cannot be read.
    package static func names(in path: String, isHidden: Bool = false) throws(ServiceError) -> [String] {
        guard let folder = opendir(path) else { throw SystemFailure.error("cannot read", path, errno: errno) }
        defer { closedir(folder) }
        return names(folder).filter { $0.hasPrefix(".") == isHidden }
    }

    #if canImport(Darwin)
    private typealias Stream = UnsafeMutablePointer<DIR>
    #else
    private typealias Stream = OpaquePointer
    #endif

    private static func names(_ folder: Stream) -> [String] {
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: entry.pointee.d_name)) {
                    String(cString: $0)
                }
            }
            names.append(name)
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// The names of all entries in an open folder except `.` and `..`, in byte order; `nil` if it cannot be read.
    static func names(descriptor: Int32) -> [String]? {
        // Closing the stream closes its descriptor.
        let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard own >= 0, let folder = fdopendir(own) else {
            if own >= 0 { close(own) }
            return nil
        }
        defer { closedir(folder) }
        return names(folder).filter { $0 != "." && $0 != ".." }
    }

    /// Whether there is a folder at a path.
    package static func exists(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Creates a folder and its missing parents.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - permissions: The permissions of the created folders, which the umask restricts.
    /// - Throws: `ServiceError.Code.io` if a folder cannot be created.
    package static func make(_ path: String, permissions: mode_t = 0o777) throws(ServiceError) {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw ServiceError(.io, "the folder name is empty or contains a NUL byte")
        }
        if exists(path) { return }
        if mkdir(path, permissions) == 0 || errno == EEXIST && exists(path) { return }
        let first = errno
        let trimmed = path.last == "/" ? String(path.dropLast()) : path
        guard first == ENOENT, let slash = trimmed.lastIndex(of: "/"), slash != trimmed.startIndex else {
            throw SystemFailure.error("cannot create the folder", path, errno: first)
        }
        try make(String(trimmed[..<slash]), permissions: permissions)
        guard mkdir(path, permissions) == 0 || errno == EEXIST && exists(path) else {
            throw SystemFailure.error("cannot create the folder", path, errno: errno)
        }
    }

    /// The real path of a file; if it does not exist, the real path of its folder followed by its name.
    package static func realPath(of file: String) -> String {
        if let real = ProgramSearch.resolved(file) { return real }
        let (folder, name) = AtomicFile.split(file)
        return ProgramSearch.resolved(folder).map { "\($0)/\(name)" } ?? file
    }

    /// Syncs a folder, so that the creation and renaming of entries are durable.
    ///
    /// Errors are ignored, since some file systems cannot sync folders.
    package static func sync(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = fsync(descriptor)
        close(descriptor)
    }
}

/// A folder that other users cannot access.
package enum PrivateFolder {
    /// Creates a folder and its missing parents with permissions 0700. If the folder exists and belongs to this user,
    /// other users lose access to it; existing parents do not change.
    ///
    /// - Throws: `ServiceError.Code.io` if a folder cannot be created.
    package static func makeWithParents(_ path: String) throws(ServiceError) {
        try Folder.make(path, permissions: 0o700)
        restrict(path)
    }

    /// Removes the access of other users from a folder of this user; a link is not followed.
    private static func restrict(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(),
            status.st_mode & 0o077 != 0
        else { return }
        // On failure, the permissions of the files still protect them.
        _ = chmod(path, status.st_mode & 0o7700)
    }

    /// Creates the folder if necessary, and checks that no other user can write to it. The folder may be in a location
    /// that other users may write to.
    ///
    /// - Parameters:
    ///   - path: The folder; its parent must exist.
    ///   - restrictsReading: Whether other users lose their access to an existing folder.
    ///   - remedy: The remedy for the error.
    /// - Throws: `ServiceError.Code.io` if it cannot be created, is a link, or belongs to another user.
    package static func make(_ path: String, restrictsReading: Bool = true, remedy: String) throws(ServiceError) {
        func refused(_ reason: String) -> ServiceError {
            ServiceError(.io, "\(SystemFailure.quoted(path)) \(reason)", remedy: remedy)
        }
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw SystemFailure.error("cannot create the folder", path, errno: errno)
        }
        var status = stat()
        guard lstat(path, &status) == 0 else { throw SystemFailure.error("cannot read", path, errno: errno) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw refused("is not a folder") }
        guard status.st_uid == geteuid() else { throw refused("belongs to another user") }
        guard status.st_mode & 0o022 == 0 else { throw refused("can be written by other users") }
        if restrictsReading { restrict(path) }
    }
}
