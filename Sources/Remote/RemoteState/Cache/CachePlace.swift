import LanguageServices
import Platform

/// Where the file is. It has a folder of its own, so that it is set aside in one step, with all that belongs to it.
struct CachePlace: Sendable, Hashable {
    /// The folder around.
    let parent: String

    init(in parent: String) { self.parent = parent }

    /// The folder of the file and its log.
    var folder: String { "\(parent)/answers" }

    /// The file.
    var file: String { "\(folder)/answers.sqlite" }

    /// The file and its log as they count on the disk.
    var files: [String] { [file, "\(file)-wal", "\(file)-shm"] }

    /// Makes the folder and an empty file, which nobody else may look into.
    func make() throws(ServiceError) {
        try Folder.make(parent)
        try PrivateFolder.make(folder, remedy: Self.remedy)
        let descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw SystemFailure.error("cannot open", file, errno: errno) }
        close(descriptor)
    }

    static let remedy = "check the folder, or remove it; it holds nothing that cannot be had again"

    /// The folders that were set aside.
    var damaged: [String] {
        ((try? Folder.names(in: parent)) ?? []).filter { $0.hasPrefix("answers.damaged-") }.map { "\(parent)/\($0)" }
    }

    /// Sets a damaged file aside, unless another process has done it already.
    ///
    /// One that was set aside before is removed: it was kept to be looked at, and not to fill the disk.
    ///
    /// - Parameters:
    ///   - identity: The file that was found to be damaged.
    ///   - now: The time, for the name.
    /// - Returns: Whether there is room for a new one now.
    func setAside(_ identity: FileIdentity?, now: Int64) -> Bool {
        whileNobodyElse {
            // Another process may have done it already.
            guard FileIdentity(path: file) == identity else { return true }
            for old in damaged { Self.remove(old) }
            return rename(folder, "\(parent)/answers.damaged-\(UTCTime(now).fileName)") == 0
        }
    }

    /// Sets the file aside, be it damaged or not.
    func setAsideWhateverItIs() -> Bool {
        setAside(FileIdentity(path: file), now: Int64(time(nil)))
    }

    private func whileNobodyElse(_ body: () -> Bool) -> Bool {
        // Two at once would set aside the new one of the other.
        let descriptor = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var tries = 0
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            tries += 1
            guard errno == EWOULDBLOCK || errno == EINTR, tries < 100 else { return false }
            usleep(10_000)
        }
        defer { flock(descriptor, LOCK_UN) }
        return body()
    }

    /// Removes a folder of files.
    static func remove(_ folder: String) {
        for isHidden in [false, true] {
            for name in (try? Folder.names(in: folder, isHidden: isHidden)) ?? [] { unlink("\(folder)/\(name)") }
        }
        rmdir(folder)
    }
}
