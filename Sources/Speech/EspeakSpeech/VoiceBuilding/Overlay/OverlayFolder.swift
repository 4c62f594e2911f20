import LanguageServices
package import Platform

/// A new folder that is filled before it is renamed to its final name.
struct OverlayFolder {
    /// The temporary path.
    let path: String

    /// The items added so far, for the record.
    private(set) var contents: [OverlayRecord.Item] = []

    /// Creates the folder.
    init(in location: OverlayLocation) throws(ServiceError) {
        for _ in 0..<100 {
            let path = "\(location.path)/build-\(String(UInt32.random(in: .min ... .max), radix: 36))"
            if mkdir(path, 0o700) == 0 {
                self.path = path
                return
            }
            guard errno == EEXIST else { throw SystemFailure.error("cannot create the folder", path, errno: errno) }
        }
        throw SystemFailure.error("cannot create a folder in", location.path, errno: EEXIST)
    }

    /// Creates a subfolder.
    func makeFolder(_ name: String) throws(ServiceError) {
        guard mkdir("\(path)/\(name)", 0o700) == 0 else {
            throw SystemFailure.error("cannot create the folder", "\(path)/\(name)", errno: errno)
        }
    }

    /// Adds a symbolic link.
    mutating func link(_ name: String, to target: String) throws(ServiceError) {
        guard symlink(target, "\(path)/\(name)") == 0 else {
            throw SystemFailure.error("cannot write", "\(path)/\(name)", errno: errno)
        }
        contents.append(OverlayRecord.Item(name: name, size: nil))
    }

    /// Adds a file.
    ///
    /// It is not synced: if a power failure damages an overlay, its record reveals the damage and the overlay is
    /// rebuilt.
    mutating func write(_ bytes: [UInt8], to name: String) throws(ServiceError) {
        try Self.write(bytes, to: "\(path)/\(name)")
        contents.append(OverlayRecord.Item(name: name, size: bytes.count))
    }

    static func write(_ bytes: [UInt8], to path: String) throws(ServiceError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemFailure.error("cannot write", path, errno: errno) }
        var failure = FileDescriptor.write(bytes, to: descriptor)
        if close(descriptor) != 0, failure == 0 { failure = errno }
        guard failure == 0 else { throw SystemFailure.error("cannot write", path, errno: failure) }
    }

    /// Renames an overlay before removing it, so that no process finds an incomplete one.
    @discardableResult
    static func retire(_ path: String) -> FileTree.Content {
        guard let slash = path.lastIndex(of: "/") else { return FileTree.Content() }
        let doomed = "\(path[..<slash])/old-\(String(UInt32.random(in: .min ... .max), radix: 36))"
        return rename(path, doomed) == 0 ? FileTree.remove(doomed) : FileTree.Content()
    }
}

/// A folder for overlays to which only this user can write, with a path short enough for espeak-ng.
package struct OverlayLocation: Sendable, Hashable {
    /// The folder.
    package let path: String

    /// The folders to try, in order of preference: the user's cache, the system's session folder, then `/tmp`.
    ///
    /// - Parameter environment: Returns the value of an environment variable.
    package static func candidates(_ environment: (String) -> String?) -> [OverlayLocation] {
        func absolute(_ name: String) -> String? {
            environment(name).flatMap { $0.hasPrefix("/") && !$0.utf8.contains(0) ? $0 : nil }
        }
        let cache = absolute("XDG_CACHE_HOME") ?? absolute("HOME").map { "\($0)/.cache" }
        let paths = [
            cache.map { "\($0)/parlance/voices" },
            absolute("XDG_RUNTIME_DIR").map { "\($0)/parlance-voices" },
            "/tmp/parlance-voices-\(geteuid())",
        ]
        return paths.compactMap { $0 }.map(OverlayLocation.init)
    }

    /// The candidates for this process.
    package static var forCurrentUser: [OverlayLocation] {
        candidates { name in getenv(name).map { String(cString: $0) } }
    }

    /// Creates a location from a path.
    package init(path: String) { self.path = path }

    /// Creates the folder if it does not exist, and ensures that no other user can write to it.
    ///
    /// - Throws: `ServiceError.Code.io` if the path is too long, or the folder cannot be created, is a link, or belongs
    ///   to another user.
    func prepare() throws(ServiceError) {
        guard path.utf8.count <= Self.maximumPathLength else {
            throw ServiceError(
                .io,
                "the path \(SystemFailure.quoted(path)) is too long for espeak-ng",
                remedy: "set XDG_CACHE_HOME to a folder with a shorter path"
            )
        }
        if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
            try Folder.make(String(path[..<slash]), permissions: 0o700)
        }
        try PrivateFolder.make(path, remedy: "remove it, or set XDG_CACHE_HOME")
        guard access(path, W_OK | X_OK) == 0 else { throw SystemFailure.error("cannot write", path, errno: errno) }
    }

    /// Removes everything in the folder except overlays that a process uses.
    ///
    /// - Returns: What was removed, and the number of overlays in use.
    package func erase() -> (removed: FileTree.Content, used: Int) {
        var removed = FileTree.Content()
        var used = 0
        for name in (try? Folder.names(in: path)) ?? [] {
            let entry = "\(path)/\(name)"
            if OverlayKey.isKey(name) {
                used += 1
                OverlayLease.ifUnused(at: entry) {
                    used -= 1
                    removed += OverlayFolder.retire(entry)
                }
            } else {
                removed += FileTree.remove(entry)
            }
        }
        if used == 0 { removed += FileTree.remove(path) }
        return (removed, used)
    }

    /// espeak-ng truncates the path of its data to about 140 bytes, and an overlay's name takes up 33 of them.
    private static let maximumPathLength = 90
}

/// Prevents other processes from removing an overlay while this one uses it.
package final class OverlayLease: Sendable {
    private let descriptor: Int32

    /// Acquires a shared lock on the overlay; `nil` if the overlay is being removed.
    init?(of overlay: String) {
        let path = "\(overlay)/\(OverlayRecord.name)"
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        var opened = stat()
        var named = stat()
        // A process that removes an overlay acquires the lock before renaming the overlay. After locking, check
        // therefore that the name still exists.
        guard flock(descriptor, LOCK_SH | LOCK_NB) == 0, fstat(descriptor, &opened) == 0, stat(path, &named) == 0,
            opened.st_ino == named.st_ino, opened.st_dev == named.st_dev
        else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
        // The modification time records when the overlay was last used.
        _ = futimens(descriptor, nil)
    }

    /// Runs `body` with an exclusive lock if no process uses the overlay.
    static func ifUnused(at overlay: String, _ body: () -> Void) {
        let descriptor = open("\(overlay)/\(OverlayRecord.name)", O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else {
            body()
            return
        }
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return }
        body()
        flock(descriptor, LOCK_UN)
    }

    /// Unlocks before closing, because a child process that another thread is starting holds the descriptor until it
    /// executes its program.
    deinit {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}

/// Removes overlays that have not been used for a while, and the remains of interrupted builds.
enum OverlayCleaning {
    /// The number of days after which an unused overlay for other definitions or data is removed.
    static let retentionDays = 14

    /// Removes unused overlays from a location. Overlays that are in use or cannot be removed are kept.
    ///
    /// - Parameters:
    ///   - location: The folder that contains the overlays.
    ///   - current: The overlay to keep regardless of its age.
    ///   - now: The current time, in seconds since 1970.
    static func clean(_ location: OverlayLocation, keeping current: String, now: Int = time(nil)) {
        guard let names = try? Folder.names(in: location.path) else { return }
        for name in names where name != current {
            let path = "\(location.path)/\(name)"
            if OverlayKey.isKey(name) {
                guard let used = age("\(path)/\(OverlayRecord.name)", now) ?? age(path, now), used > retentionDays
                else {
                    continue
                }
                OverlayLease.ifUnused(at: path) { OverlayFolder.retire(path) }
            } else if name.hasPrefix("build-") || name.hasPrefix("old-") {
                guard let made = age(path, now), made > 1 else { continue }
                TemporaryDirectory.remove(path)
            }
        }
    }

    /// The number of days since the last modification.
    private static func age(_ path: String, _ now: Int) -> Int? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
        let changed = status.st_mtimespec.tv_sec
        #else
        let changed = status.st_mtim.tv_sec
        #endif
        return (now - changed) / 86_400
    }
}
