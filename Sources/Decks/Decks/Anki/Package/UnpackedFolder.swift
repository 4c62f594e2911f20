import LanguageServices
import Platform

/// A temporary folder that only its owner can access, removed with its contents when the value is released.
///
/// It is created in `TMPDIR` or `/tmp`, and contains only regular files under fixed names. A killed process cannot
/// remove its folder, so the next process run by the same user removes it: each folder has a file that is locked while
/// its process runs.
final class UnpackedFolder: Sendable {
    let path: String
    private let lock: Int32

    /// Creates a folder, and removes those left by processes that have ended.
    ///
    /// - Parameter parent: The parent folder; by default the temporary directory.
    init(in parent: String? = nil) throws(ServiceError) {
        let parent = parent ?? TemporaryDirectory.parent
        Self.removeAbandoned(in: parent)
        path = try TemporaryDirectory.make(Self.prefix, in: parent)
        lock = open("\(path)/new", O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        // The folder gets its final name once it is locked, so no other process sees it unlocked. On a file system
        // without locks, no process can lock a folder, so an abandoned folder is kept.
        if lock >= 0 { _ = flock(lock, LOCK_EX | LOCK_NB) }
        guard lock >= 0, rename("\(path)/new", "\(path)/\(Self.lockName)") == 0 else {
            throw SystemFailure.error("cannot write", path, errno: errno)
        }
    }

    /// The path of a file in the folder.
    func file(_ name: String) -> String { "\(path)/\(name)" }

    deinit {
        TemporaryDirectory.remove(path)
        guard lock >= 0 else { return }
        flock(lock, LOCK_UN)
        close(lock)
    }

    private static let prefix = "parlance-deck-"
    private static let lockName = "lock"

    private static func removeAbandoned(in parent: String) {
        guard let names = try? Folder.names(in: parent) else { return }
        for name in names where name.hasPrefix(prefix) {
            let path = "\(parent)/\(name)"
            let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard folder >= 0 else { continue }
            defer { close(folder) }
            var status = stat()
            guard fstat(folder, &status) == 0, status.st_uid == geteuid() else { continue }
            let lock = openat(folder, lockName, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
            guard lock >= 0 else { continue }
            defer { close(lock) }
            if flock(lock, LOCK_EX | LOCK_NB) == 0 { TemporaryDirectory.remove(path) }
        }
    }
}
