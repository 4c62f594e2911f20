package import LanguageServices

/// A file that is written atomically.
///
/// The bytes are written to a hidden temporary file in the same folder. ``commit()`` syncs it to disk and renames it to
/// the destination. A reader therefore sees either the old or the new content, even after a power failure. If the value
/// is destroyed without ``commit()``, its temporary file is removed.
///
/// - A symbolic link is followed, and its target is replaced.
/// - An existing file keeps its permissions.
/// - A destination that is not a regular file (`/dev/stdout`, `/dev/null`, a named pipe) cannot be replaced by a
///   rename. The bytes are collected in a temporary file and copied by ``commit()``.
package struct AtomicFile: ~Copyable {
    /// The destination, as passed by the caller.
    package let path: String

    let descriptor: Int32
    private let temporaryPath: String
    private let finalPath: String
    private let isRegular: Bool
    private var isFinished = false

    /// Creates a temporary file next to `path`.
    ///
    /// - Parameter path: The destination.
    /// - Throws: `ServiceError.Code.io` if the destination is a folder, or the temporary file cannot be created.
    package init(path: String) throws(ServiceError) {
        guard !path.isEmpty else { throw ServiceError(.io, "the output file name is empty") }
        guard !path.utf8.contains(0) else { throw ServiceError(.io, "the output file name contains a NUL byte") }
        var status = stat()
        var resolved = path
        var exists = lstat(path, &status) == 0
        // Most destinations are new or regular files; only other destinations need further checks.
        if exists ? status.st_mode & S_IFMT != S_IFREG : errno != ENOENT {
            // If /dev/stdout is a pipe, its link does not resolve to a path; a pipe is not replaced anyway.
            let isDevice = stat(path, &status) == 0 && ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
            resolved = isDevice ? path : Self.resolvingLinks(path)
            status = stat()
            exists = stat(resolved, &status) == 0
            if !exists, errno != ENOENT {
                // A name that is too long, or a cycle of links, would otherwise fail only in commit(), after all the
                // work.
                throw SystemFailure.error("cannot write", path, errno: errno)
            }
        }
        let kind = status.st_mode & S_IFMT
        if exists, kind == S_IFDIR {
            throw SystemFailure.error("cannot write", path, errno: EISDIR)
        }
        if resolved.utf8.last == UInt8(ascii: "/") {
            throw SystemFailure.error("cannot write", path, errno: ENOENT)
        }
        let isRegular = !exists || kind == S_IFREG
        if exists, access(resolved, W_OK) != 0 {
            // A rename would replace a file that its owner has made read-only.
            throw SystemFailure.error("cannot write", path, errno: errno)
        }

        let (folder, name) = isRegular ? Self.split(resolved) : (TemporaryDirectory.parent, "output")
        // For other destinations, the temporary file is in a shared folder and must not be readable by other users.
        let permissions: mode_t = isRegular ? 0o666 : 0o600
        let temporary = try Self.openTemporary(in: folder, name: name, permissions: permissions, for: path)
        if exists, isRegular {
            // Only root can change the owner; for other users, the owner is already correct.
            _ = fchown(temporary.descriptor, status.st_uid, status.st_gid)
            _ = fchmod(temporary.descriptor, status.st_mode & 0o7777)
        }
        // The file needs no name; without one, it disappears even if the process is killed.
        if !isRegular { unlink(temporary.path) }
        self.path = path
        self.isRegular = isRegular
        finalPath = resolved
        descriptor = temporary.descriptor
        temporaryPath = temporary.path
    }

    /// Appends bytes.
    package mutating func write(_ bytes: UnsafeRawBufferPointer) throws(ServiceError) {
        try check(FileDescriptor.write(bytes, to: descriptor))
    }

    /// Appends bytes.
    package mutating func write(_ bytes: [UInt8]) throws(ServiceError) {
        try check(FileDescriptor.write(bytes, to: descriptor))
    }

    /// Overwrites bytes, for a header that contains lengths known only at the end, and for encoders that seek.
    ///
    /// The position of ``write(_:)`` does not change.
    ///
    /// - Parameters:
    ///   - bytes: The new bytes.
    ///   - offset: The offset of the bytes from the start of the file.
    package mutating func overwrite(_ bytes: [UInt8], at offset: Int) throws(ServiceError) {
        try check(FileDescriptor.write(bytes, to: descriptor, at: offset))
    }

    /// Throws unless an `errno` is 0.
    private func check(_ failure: Int32) throws(ServiceError) {
        guard failure == 0 else { throw SystemFailure.error("cannot write", path, errno: failure) }
    }

    /// Maps the bytes written so far, for a writer that reads its own output.
    package func mapped() throws(ServiceError) -> MappedFile {
        try MappedFile(descriptor: descriptor, name: path)
    }

    /// Opens the temporary file for reading; later writes are visible to the reader.
    package func parts() throws(ServiceError) -> FileParts {
        try FileParts(descriptor: descriptor, name: path)
    }

    /// Syncs the file and renames it to the destination.
    ///
    /// - Parameter syncsFolder: Whether to sync the folder too, which makes the rename durable. A caller that writes
    ///   many files into one folder can sync it once at the end, with ``Folder/sync(_:)``.
    package consuming func commit(syncsFolder: Bool = true) throws(ServiceError) {
        guard isRegular else {
            try copyToDestination()
            return
        }
        guard fsync(descriptor) == 0 else { throw SystemFailure.error("cannot write", path, errno: errno) }
        guard rename(temporaryPath, finalPath) == 0 else {
            throw SystemFailure.error("cannot write", path, errno: errno)
        }
        isFinished = true
        if syncsFolder { Folder.sync(Self.split(finalPath).folder) }
    }

    deinit {
        if !isFinished, isRegular { unlink(temporaryPath) }
        // A child process that another thread is starting inherits the descriptor, and with it the lock, until exec.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}

extension AtomicFile {
    /// Writes a file atomically, in one call.
    package static func write(_ bytes: [UInt8], to path: String) throws(ServiceError) {
        var file = try AtomicFile(path: path)
        try file.write(bytes)
        try file.commit()
    }

    /// Creates a hidden file with an unused name; the user's umask restricts its permissions.
    private static func openTemporary(
        in folder: String,
        name: String,
        permissions: mode_t,
        for path: String
    ) throws(ServiceError) -> (descriptor: Int32, path: String) {
        let stem = "\(folder)/.\(name.utf8Prefix(stemLength)).part-"
        for _ in 0..<100 {
            let candidate = stem + String(UInt32.random(in: .min ... .max), radix: 36)
            let descriptor = open(candidate, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, permissions)
            if descriptor >= 0 {
                if holds(descriptor, at: candidate) { return (descriptor, candidate) }
                close(descriptor)
                continue
            }
            guard errno == EEXIST else { throw SystemFailure.error("cannot write", path, errno: errno) }
        }
        throw SystemFailure.error("cannot write", path, errno: EEXIST)
    }

    private func copyToDestination() throws(ServiceError) {
        // Not O_TRUNC or O_CREAT: the destination is an existing device or pipe.
        let target = try openDestination()
        defer { close(target) }
        let guardian = BrokenPipeGuard()
        defer { guardian.lift() }
        var offset: off_t = 0
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = pread(descriptor, &buffer, buffer.count, offset)
            if count == 0 { return }
            if count < 0 {
                if errno == EINTR { continue }
                throw SystemFailure.error("cannot read back", temporaryPath, errno: errno)
            }
            try check(
                buffer.withUnsafeBytes { raw in
                    FileDescriptor.write(UnsafeRawBufferPointer(rebasing: raw[..<count]), to: target)
                }
            )
            offset += off_t(count)
        }
    }

    /// Opens a device or a pipe. For a pipe, waits for a reader until the task is cancelled.
    private func openDestination() throws(ServiceError) -> Int32 {
        while true {
            let target = open(finalPath, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            if target >= 0 {
                _ = fcntl(target, F_SETFL, O_WRONLY)
                return target
            }
            guard errno == ENXIO || errno == EINTR else {
                throw SystemFailure.error("cannot write", path, errno: errno)
            }
            try ServiceError.checkCancellation()
            usleep(20_000)
        }
    }

    static func resolvingLinks(_ path: String) -> String {
        // Only the last path component matters, since a rename follows the other links itself.
        var own = stat()
        if lstat(path, &own) != 0 || own.st_mode & S_IFMT != S_IFLNK { return path }
        var path = path
        // A link may point to a file that does not exist yet, which realpath() does not support. The limit is the same
        // as the kernel's. A longer chain is a cycle, and opening it fails.
        for _ in 0..<40 {
            if let resolved = ProgramSearch.resolved(path) { return resolved }
            guard errno == ENOENT, let target = linkTarget(path) else { return path }
            path = target.utf8.first == UInt8(ascii: "/") ? target : "\(split(path).folder)/\(target)"
        }
        return path
    }

    private static func linkTarget(_ path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &buffer, buffer.count)
        guard count > 0, count < buffer.count else { return nil }
        return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    package static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        let folder = path[..<slash]
        return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
    }
}

extension String {
    /// The longest prefix of at most `count` UTF-8 bytes that does not split a scalar.
    package func utf8Prefix(_ count: Int) -> String {
        guard utf8.count > count else { return self }
        var result = String.UnicodeScalarView()
        var used = 0
        for scalar in unicodeScalars {
            used += UTF8.width(scalar)
            if used > count { break }
            result.append(scalar)
        }
        return String(result)
    }
}

extension AtomicFile {
    /// The number of bytes of the destination's name that the temporary name contains. A name may have 255 bytes, some
    /// of which the affixes need.
    static let stemLength = 200

    /// Removes a destination's temporary files that killed processes left behind.
    ///
    /// - Parameter path: The destination.
    package static func removeLeftovers(of path: String) {
        let (folder, name) = split(resolvingLinks(path))
        let stem = name.utf8Prefix(stemLength)
        removeLeftovers(in: folder) { $0.utf8.elementsEqual(stem.utf8) }
    }

    /// Removes temporary files that killed processes left behind in a folder.
    ///
    /// A process locks its temporary file, and the lock is released when the process ends, so files in use are not
    /// removed. On file systems without locks, no file is removed.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - isWanted: Whether to remove files for a destination with the given name, which may be truncated.
    package static func removeLeftovers(in folder: String, of isWanted: (String) -> Bool) {
        for name in (try? Folder.names(in: folder, isHidden: true)) ?? [] {
            guard let stem = stem(ofTemporary: name), isWanted(stem) else { continue }
            let path = "\(folder)/\(name)"
            let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            var status = stat()
            guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
                flock(descriptor, LOCK_EX | LOCK_NB) == 0,
                // The file may have been renamed since then, and another file may have been created with this name.
                FileIdentity(descriptor: descriptor) == FileIdentity(path: path)
            else { continue }
            unlink(path)
        }
    }

    /// Locks a new temporary file.
    ///
    /// - Returns: Whether the file still exists: another process may have removed it before it was locked.
    static func holds(_ descriptor: Int32, at path: String) -> Bool {
        // If the file system does not support locks, other processes cannot lock the file either.
        if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return false }
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// The destination's name in `.NAME.part-XXXX`; `nil` for any other name.
    private static func stem(ofTemporary name: String) -> String? {
        guard name.first == ".", let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
        let end = name[name.index(after: dot)...]
        guard end.hasPrefix("part-") else { return nil }
        let tag = end.dropFirst(5)
        guard let number = UInt32(tag, radix: 36), String(number, radix: 36) == tag else { return nil }
        return String(name[name.index(after: name.startIndex)..<dot])
    }
}
