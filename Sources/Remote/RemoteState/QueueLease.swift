import LanguageServices
import Platform

/// A locked file next to the queue, which shows that a process with claimed requests is alive.
///
/// The lock is released when the process ends. Unlike a process ID, a lock cannot be mistaken for one that belongs to a
/// later process.
final class QueueLease: Sendable {
    /// The name of the lease, stored with every request that its process has claimed.
    let name: String

    private let path: String
    private let descriptor: Int32

    /// Creates a lease in a folder and removes the leases of dead processes.
    ///
    /// - Throws: `ServiceError.Code.io` if the file cannot be created or locked.
    init(folder: String) throws(ServiceError) {
        for name in try Folder.names(in: folder) where name.hasPrefix(Self.prefix) && name.hasSuffix(Self.suffix) {
            _ = Self.isHeld(String(name.dropFirst(Self.prefix.count).dropLast(Self.suffix.count)), in: folder)
        }
        for _ in 0..<100 {
            let name = String(UInt64.random(in: .min ... .max), radix: 16)
            let path = Self.path(of: name, in: folder)
            let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else { throw SystemFailure.error("cannot write", path, errno: errno) }
            guard flock(descriptor, LOCK_EX) == 0 else {
                let number = errno
                close(descriptor)
                unlink(path)
                throw SystemFailure.error("cannot lock", path, errno: number)
            }
            // Another process may have removed the file before it was locked.
            if let own = FileIdentity(descriptor: descriptor), own == FileIdentity(path: path) {
                self.name = name
                self.path = path
                self.descriptor = descriptor
                return
            }
            close(descriptor)
        }
        throw ServiceError(.io, "cannot lock a file in \(SystemFailure.quoted(folder))", remedy: "try again")
    }

    deinit {
        unlink(path)
        // A child process that is being started may briefly inherit the open file, and with it the lock.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Whether the process that holds a lease is alive. The lease of a dead process is removed.
    static func isHeld(_ name: String, in folder: String) -> Bool {
        // A name from a damaged queue must not refer to a file outside the folder.
        guard UInt64(name, radix: 16) != nil else { return false }
        let path = path(of: name, in: folder)
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return errno != ENOENT }
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_SH | LOCK_NB) == 0 else { return true }
        unlink(path)
        return false
    }

    private static func path(of name: String, in folder: String) -> String { "\(folder)/\(prefix)\(name)\(suffix)" }

    private static let prefix = "run-"
    private static let suffix = ".lock"
}
