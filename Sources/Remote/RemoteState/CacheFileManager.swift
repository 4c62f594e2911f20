import Database
import LanguageServices
import Platform
import ServiceRegistry

/// Opens the cache file on demand and handles its errors.
final class CacheFileManager {
    private enum State {
        case closed
        case open(CacheFile)
        /// This process works without the file.
        case without
    }

    private let location: CacheLocation
    private let settings: DiskResponseStore.Settings
    private let now: @Sendable () -> Int64
    private let notice: @Sendable (ServiceError) -> Void
    private var state = State.closed
    private var canWrite = true
    private var hasReplacedFile = false
    private var hasReportedBusy = false

    init(
        _ location: CacheLocation,
        _ settings: DiskResponseStore.Settings,
        now: @escaping @Sendable () -> Int64,
        notice: @escaping @Sendable (ServiceError) -> Void
    ) {
        (self.location, self.settings, self.now, self.notice) = (location, settings, now, notice)
    }

    /// Runs an operation on the file.
    ///
    /// - Parameters:
    ///   - purpose: The purpose, as a verb phrase for messages.
    ///   - body: The operation; it may run twice if the file has to be replaced.
    /// - Returns: `nil` if the operation failed.
    func work<Value>(_ purpose: String, _ body: (CacheFile) throws -> Value) -> Value? {
        for _ in 0..<2 {
            guard let file = file() else { return nil }
            do {
                return try body(file)
            } catch {
                guard goesOn(after: ServiceError(error), file, purpose) else { return nil }
            }
        }
        return nil
    }

    /// Runs an operation that writes to the file, unless writing has failed permanently.
    func write(_ purpose: String, _ body: (CacheFile) throws -> Void) {
        if canWrite { _ = work(purpose, body) }
    }

    // MARK: Opening

    private func file() -> CacheFile? {
        switch state {
        case .open(let file): return file
        case .without: return nil
        case .closed: break
        }
        do throws(CacheTrouble) {
            let file = try Self.open(location, settings, now)
            state = .open(file)
            return file
        } catch {
            if error.remedy == .replace, replaceFile(error.identity, error.error),
                let file = try? Self.open(location, settings, now)
            {
                state = .open(file)
                return file
            }
            giveUp(error.error)
            return nil
        }
    }

    /// Opens the file with retries, since SQLite does not always wait while other processes create the file.
    static func open(
        _ location: CacheLocation,
        _ settings: DiskResponseStore.Settings,
        _ now: @escaping @Sendable () -> Int64
    ) throws(CacheTrouble) -> CacheFile {
        var tries = 0
        while true {
            do throws(CacheTrouble) {
                return try CacheFile(location, settings, now: now)
            } catch {
                tries += 1
                guard error.remedy == .again, tries < 100 else { throw error }
                usleep(10_000)
            }
        }
    }

    private func giveUp(_ error: ServiceError) {
        state = .without
        var failure = error
        failure.message = "answers are not cached: \(error.message)"
        notice(failure)
    }

    // MARK: Failures

    /// Whether to repeat the operation after a failure.
    private func goesOn(after error: ServiceError, _ file: CacheFile, _ purpose: String) -> Bool {
        switch file.database.lastFailure?.kind {
        case .damaged, .refused:
            state = .closed
            if replaceFile(file.identity, error) { return true }
            giveUp(error)
        case .full:
            canWrite = false
            notice(error)
        case .busy:
            if !hasReportedBusy { notice(ServiceError(error.code, "could not \(purpose): \(error.message)")) }
            hasReportedBusy = true
        case .unusable: giveUp(error)
        case .tooLarge, nil: break
        }
        return false
    }

    /// Sets a damaged file aside, once per process.
    private func replaceFile(_ identity: FileIdentity?, _ error: ServiceError) -> Bool {
        guard !hasReplacedFile, location.setAside(identity, now: now()) else { return false }
        hasReplacedFile = true
        var failure = error
        failure.message = "a new cache was created: \(error.message)"
        failure.remedy = "the old one was moved aside in \(SystemFailure.quoted(location.parent)) and can be removed"
        notice(failure)
        return true
    }
}

/// Why the file could not be opened.
struct CacheTrouble: Error {
    /// The response to the failure.
    enum Remedy {
        /// Try again; the failure may be temporary.
        case again
        /// Replace the file; it is damaged.
        case replace
        /// Work without the file.
        case without
    }

    var error: ServiceError
    var remedy: Remedy
    /// The damaged file.
    var identity: FileIdentity?
}

extension CacheTrouble {
    /// Classifies a failure of an open database.
    init(_ error: ServiceError, _ failure: DatabaseFailure?, _ identity: FileIdentity?) {
        self.error = error
        self.identity = identity
        remedy =
            switch failure?.kind {
            case .busy: .again
            case .damaged, .refused: .replace
            case .full, .unusable, .tooLarge, nil: .without
            }
    }
}

/// The location of the file. The file has its own folder, so it can be set aside together with its log in one step.
struct CacheLocation: Sendable, Hashable {
    /// The parent folder.
    let parent: String

    init(in parent: String) { self.parent = parent }

    /// The folder that contains the file and its log.
    var folder: String { "\(parent)/answers" }

    /// The file.
    var file: String { "\(folder)/answers.sqlite" }

    /// The file as a database.
    var state: StateFile {
        StateFile(
            path: file,
            largestValue: CacheFile.maximumAnswerSize + 4096,
            largeItem: "an answer",
            schema: CacheFile.schema,
            remedies: StateFile.Remedies(
                full: "free some space, or lower \"maxMegabytes\" in the section \"cache\"",
                unusable: "check the folder, or remove it; its contents can be recreated",
                damaged: "remove it with 'parlance cache clear'; its contents can be recreated",
                laterVersion: "use that version, or remove the file"
            )
        )
    }

    private static let damagedPrefix = "answers.damaged-"

    /// The folders that contain files set aside.
    var damaged: [String] {
        ((try? Folder.names(in: parent)) ?? []).filter { $0.hasPrefix(Self.damagedPrefix) }.map { "\(parent)/\($0)" }
    }

    /// Sets a damaged file aside, unless another process has already done so.
    ///
    /// A file that was set aside before is removed, so damaged files do not fill the disk.
    ///
    /// - Parameters:
    ///   - identity: The identity of the damaged file.
    ///   - now: The current time, for the new name.
    /// - Returns: Whether a new file can be created now.
    func setAside(_ identity: FileIdentity?, now: Int64) -> Bool {
        withExclusiveLock {
            // Another process may already have done this.
            guard FileIdentity(path: file) == identity else { return true }
            for old in damaged { Self.remove(old) }
            return rename(folder, "\(parent)/\(Self.damagedPrefix)\(UTCTime(now).fileName)") == 0
        }
    }

    /// Sets the file aside, whether or not it is damaged.
    func setAsideUnconditionally() -> Bool {
        setAside(FileIdentity(path: file), now: systemSeconds())
    }

    private func withExclusiveLock(_ body: () -> Bool) -> Bool {
        // Without the lock, one process could set aside the new file that another has created.
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

    /// The size of the files in a folder, in bytes.
    static func size(of folder: String) -> Int {
        ((try? Folder.names(in: folder)) ?? []).reduce(0) { sum, name in
            var status = stat()
            return lstat("\(folder)/\(name)", &status) == 0 ? sum + Int(status.st_size) : sum
        }
    }
}
