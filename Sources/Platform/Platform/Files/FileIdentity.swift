package import LanguageServices

/// What tells one file from another, whatever they are called: the device and the number of the file on it.
package struct FileIdentity: Sendable, Hashable {
    private let device: UInt64
    private let number: UInt64

    /// The file that is open as a descriptor; `nil` when it is none.
    package init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The file that a path leads to, through links; `nil` when there is none.
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

/// The right to do something, which one process and one thread has at a time.
///
/// The system takes it back from a process that dies. The file of the lock is removed at the end; who waited for it then
/// finds that it is not the one of that name any more, and tries again.
package struct FileLock: ~Copyable {
    private let descriptor: Int32
    private let path: String

    /// Waits until nobody else has the lock.
    ///
    /// - Parameter path: The file of the lock, which need not exist.
    /// - Throws: `ServiceError.Code.io` when it cannot be made.
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
            "too many wait for the lock \(SystemFailure.quoted(path))",
            remedy: "wait for the others, and try again"
        )
    }

    deinit {
        unlink(path)
        // A child that another thread is starting may hold the file open for a moment longer, and with it the lock.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
