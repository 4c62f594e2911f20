package import LanguageServices

/// The identity of a file, independent of its name: device and inode.
package struct FileIdentity: Sendable, Hashable {
    private let device: UInt64
    private let number: UInt64

    /// The file that a descriptor refers to; `nil` if the descriptor is invalid.
    package init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The file at a path, following links; `nil` if there is none.
    package init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }
}

/// Detects changes of files without reading them.
package enum FileStamp {
    /// The size and modification time of a file, or of all files in a folder and its subfolders.
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

/// A lock that is exclusive across processes and threads.
///
/// The lock is released when the process ends. Releasing it removes its file; a waiter then notices that its open file
/// is no longer at this path, and tries again.
package struct FileLock: ~Copyable {
    private let descriptor: Int32
    private let path: String

    /// Waits for the lock.
    ///
    /// - Parameter path: The lock file, which is created if necessary.
    /// - Throws: `ServiceError.Code.io` if the file cannot be created.
    package init(path: String) throws(ServiceError) {
        self.path = path
        for _ in 0..<1000 {
            let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
            guard descriptor >= 0 else { throw SystemFailure.error("cannot write", path, errno: errno) }
            var result = flock(descriptor, LOCK_EX)
            while result != 0, errno == EINTR { result = flock(descriptor, LOCK_EX) }
            let number = errno
            guard result == 0 else {
                close(descriptor)
                throw SystemFailure.error("cannot lock", path, errno: number)
            }
            if let own = FileIdentity(descriptor: descriptor), own == FileIdentity(path: path) {
                self.descriptor = descriptor
                return
            }
            close(descriptor)
        }
        throw ServiceError(
            .io,
            "too many processes are waiting for the lock \(SystemFailure.quoted(path))",
            remedy: "wait for them to finish, then try again"
        )
    }

    deinit {
        unlink(path)
        // A child process that another thread is starting may briefly inherit the open file, and with it the lock.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
