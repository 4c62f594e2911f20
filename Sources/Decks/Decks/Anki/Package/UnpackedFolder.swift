import LanguageServices
import Platform

/// A temporary folder that only its owner can look into, removed with all that is in it when the value goes away.
///
/// It lies in `TMPDIR`, or in `/tmp`. Only plain files are made in it, all under names of our own. A process that is
/// killed cannot remove its folder, so the next one of the same user does: each folder has a file that is locked as long
/// as its process lives.
final class UnpackedFolder: Sendable {
    let path: String
    private let lock: Int32

    /// Makes a folder, and removes those that dead processes have left.
    ///
    /// - Parameter parent: Where; without one it is the place for temporary files.
    init(in parent: String? = nil) throws(ServiceError) {
        let parent = parent ?? TemporaryDirectory.parent
        Self.removeAbandoned(in: parent)
        path = try TemporaryDirectory.make(Self.prefix, in: parent)
        lock = open("\(path)/new", O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        // Under its final name nobody ever sees it unlocked while this process lives.
        // A file system that has no locks keeps everybody from getting one, and the folder stays too.
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
