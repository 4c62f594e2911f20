import LanguageServices
import Platform

/// A new folder that is filled before anybody sees it.
struct OverlayFolder {
    /// The folder, under a name that nobody looks for.
    let path: String

    /// What has been put in, for the record.
    private(set) var contents: [OverlayRecord.Item] = []

    /// Makes the folder.
    init(in place: OverlayLocation) throws(ServiceError) {
        for _ in 0..<100 {
            let path = "\(place.path)/build-\(String(UInt32.random(in: .min ... .max), radix: 36))"
            if mkdir(path, 0o700) == 0 {
                self.path = path
                return
            }
            guard errno == EEXIST else { throw SystemFailure.error("cannot make the folder", path, errno: errno) }
        }
        throw SystemFailure.error("cannot make a folder in", place.path, errno: EEXIST)
    }

    /// Makes a folder inside.
    func makeFolder(_ name: String) throws(ServiceError) {
        guard mkdir("\(path)/\(name)", 0o700) == 0 else {
            throw SystemFailure.error("cannot make the folder", "\(path)/\(name)", errno: errno)
        }
    }

    /// Puts a link in.
    mutating func link(_ name: String, to target: String) throws(ServiceError) {
        guard symlink(target, "\(path)/\(name)") == 0 else {
            throw SystemFailure.error("cannot write", "\(path)/\(name)", errno: errno)
        }
        contents.append(OverlayRecord.Item(name: name, size: nil))
    }

    /// Puts a file in.
    ///
    /// It is not synced: an overlay that a power cut has damaged is told by its record, and built again.
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

    /// Removes an overlay under another name, so that nobody finds half of it.
    static func retire(_ path: String) {
        guard let slash = path.lastIndex(of: "/") else { return }
        let doomed = "\(path[..<slash])/old-\(String(UInt32.random(in: .min ... .max), radix: 36))"
        if rename(path, doomed) == 0 { TemporaryDirectory.remove(doomed) }
    }
}

/// A folder in which overlays lie: ours alone, and with a path short enough for espeak-ng.
package struct OverlayLocation: Sendable, Hashable {
    /// The folder.
    package let path: String

    /// The folders to try, the best first: the user's cache, then what the system has for the session, then `/tmp`.
    ///
    /// - Parameter environment: Gives the value of an environment variable.
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

    /// The candidates of this process.
    package static var ofThisUser: [OverlayLocation] {
        candidates { name in getenv(name).map { String(cString: $0) } }
    }

    /// The place at a path.
    package init(path: String) { self.path = path }

    /// Makes the folder where it is missing, and makes sure that nobody else can put anything into it.
    ///
    /// - Throws: `ServiceError.Code.io` when the path is too long, cannot be made, is a link, or belongs to another user.
    func prepare() throws(ServiceError) {
        guard path.utf8.count <= Self.longestPath else {
            throw ServiceError(
                .io,
                "the path \(SystemFailure.quoted(path)) is too long for espeak-ng",
                remedy: "set XDG_CACHE_HOME to a folder with a shorter path"
            )
        }
        if let slash = path.lastIndex(of: "/"), slash != path.startIndex { try Folder.make(String(path[..<slash])) }
        try PrivateFolder.make(path, remedy: "remove it, or set XDG_CACHE_HOME")
        guard access(path, W_OK | X_OK) == 0 else { throw SystemFailure.error("cannot write", path, errno: errno) }
    }

    /// espeak-ng cuts the path of its data at about 140 bytes; an overlay's own name takes 33 of them.
    private static let longestPath = 90
}

/// Keeps an overlay from being removed by another process while this one speaks with it.
package final class OverlayLease: Sendable {
    private let descriptor: Int32

    /// Takes a share of the overlay; `nil` when it is being removed just now.
    init?(of overlay: String) {
        let path = "\(overlay)/\(OverlayRecord.name)"
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        var opened = stat()
        var named = stat()
        // Who removes it takes the lock first and the name second; so after the lock the name must still be there.
        guard flock(descriptor, LOCK_SH | LOCK_NB) == 0, fstat(descriptor, &opened) == 0, stat(path, &named) == 0,
            opened.st_ino == named.st_ino, opened.st_dev == named.st_dev
        else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
        // The time says when it was used last.
        _ = futimens(descriptor, nil)
    }

    /// Whether nobody has a share of an overlay; then nobody gets one as long as `body` runs.
    static func withNobody(at overlay: String, _ body: () -> Void) {
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

    /// Unlocks before closing: a child that another thread is starting has the descriptor until it runs its program.
    deinit {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}

/// Removes overlays that nobody has used for a while, and what builders that were killed have left.
enum OverlayCleaning {
    /// Days without use after which an overlay of other definitions or other data goes.
    static let patience = 14

    /// Looks through a place; what is in use or cannot be removed stays.
    ///
    /// - Parameters:
    ///   - place: Where overlays lie.
    ///   - current: The one that is to stay whatever its age.
    ///   - now: Seconds since 1970.
    static func clean(_ place: OverlayLocation, keeping current: String, now: Int = time(nil)) {
        guard let names = try? Folder.names(in: place.path) else { return }
        for name in names where name != current {
            let path = "\(place.path)/\(name)"
            if OverlayKey.isKey(name) {
                guard let used = age("\(path)/\(OverlayRecord.name)", now) ?? age(path, now), used > patience else {
                    continue
                }
                OverlayLease.withNobody(at: path) { OverlayFolder.retire(path) }
            } else if name.hasPrefix("build-") || name.hasPrefix("old-") {
                guard let made = age(path, now), made > 1 else { continue }
                TemporaryDirectory.remove(path)
            }
        }
    }

    /// How many days ago something was changed last.
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
