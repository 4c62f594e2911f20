import Database
import LanguageServices
import Platform
import ServiceRegistry

/// Opens the file when it is needed, and decides what is done when something is wrong with it.
final class CacheFileManager {
    private enum State {
        case closed
        case open(CacheFile)
        /// There is none in this process.
        case without
    }

    private let place: CacheLocation
    private let settings: DiskResponseStore.Settings
    private let now: @Sendable () -> Int64
    private let notice: @Sendable (ServiceError) -> Void
    private var state = State.closed
    private var mayWrite = true
    private var hasBegunAnew = false
    private var hasToldBusy = false

    init(
        _ place: CacheLocation,
        _ settings: DiskResponseStore.Settings,
        now: @escaping @Sendable () -> Int64,
        notice: @escaping @Sendable (ServiceError) -> Void
    ) {
        (self.place, self.settings, self.now, self.notice) = (place, settings, now, notice)
    }

    /// Works with the file.
    ///
    /// - Parameters:
    ///   - purpose: What it is for, as a verb phrase.
    ///   - body: The work; it may be done twice, when the file had to be begun anew.
    /// - Returns: `nil` when it could not be done.
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

    /// Works with the file, unless writing has turned out to be impossible.
    func write(_ purpose: String, _ body: (CacheFile) throws -> Void) {
        if mayWrite { _ = work(purpose, body) }
    }

    // MARK: Opening

    private func file() -> CacheFile? {
        switch state {
        case .open(let file): return file
        case .without: return nil
        case .closed: break
        }
        do throws(CacheTrouble) {
            let file = try Self.open(place, settings, now)
            state = .open(file)
            return file
        } catch {
            if error.remedy == .anew, beginAnew(error.identity, error.error),
                let file = try? Self.open(place, settings, now)
            {
                state = .open(file)
                return file
            }
            giveUp(error.error)
            return nil
        }
    }

    /// Opens the file, while several processes may make it at once: SQLite does not always wait then.
    static func open(
        _ place: CacheLocation,
        _ settings: DiskResponseStore.Settings,
        _ now: @escaping @Sendable () -> Int64
    ) throws(CacheTrouble) -> CacheFile {
        var tries = 0
        while true {
            do throws(CacheTrouble) {
                return try CacheFile(place, settings, now: now)
            } catch {
                tries += 1
                guard error.remedy == .again, tries < 100 else { throw error }
                usleep(10_000)
            }
        }
    }

    private func giveUp(_ error: ServiceError) {
        state = .without
        var told = error
        told.message = "answers are not cached: \(error.message)"
        notice(told)
    }

    // MARK: Failures

    /// Whether the work can be done again after a failure.
    private func goesOn(after error: ServiceError, _ file: CacheFile, _ purpose: String) -> Bool {
        switch file.database.lastFailure?.kind {
        case .damaged, .refused:
            state = .closed
            if beginAnew(file.identity, error) { return true }
            giveUp(error)
        case .full:
            mayWrite = false
            notice(error)
        case .busy:
            if !hasToldBusy { notice(ServiceError(error.code, "it was not possible to \(purpose): \(error.message)")) }
            hasToldBusy = true
        case .unusable: giveUp(error)
        case .tooLarge, nil: break
        }
        return false
    }

    /// Sets a damaged file aside, once.
    private func beginAnew(_ identity: FileIdentity?, _ error: ServiceError) -> Bool {
        guard !hasBegunAnew, place.setAside(identity, now: now()) else { return false }
        hasBegunAnew = true
        var told = error
        told.message = "a new cache was begun: \(error.message)"
        told.remedy = "the old one was set aside in \(SystemFailure.quoted(place.parent)), and may be removed"
        notice(told)
        return true
    }
}

/// Why the file could not be opened.
struct CacheTrouble: Error {
    /// What can be done.
    enum Remedy {
        /// It may be only now that it cannot be opened.
        case again
        /// It is damaged.
        case anew
        /// There is no help.
        case without
    }

    var error: ServiceError
    var remedy: Remedy
    /// The file, where it is damaged.
    var identity: FileIdentity?
}

extension CacheTrouble {
    /// What went wrong in an open database.
    init(_ error: ServiceError, _ failure: DatabaseFailure?, _ identity: FileIdentity?) {
        self.error = error
        self.identity = identity
        remedy =
            switch failure?.kind {
            case .busy: .again
            case .damaged, .refused: .anew
            case .full, .unusable, .tooLarge, nil: .without
            }
    }
}

/// Where the file is. It has a folder of its own, so that it is set aside in one step, with all that belongs to it.
struct CacheLocation: Sendable, Hashable {
    /// The folder around.
    let parent: String

    init(in parent: String) { self.parent = parent }

    /// The folder of the file and its log.
    var folder: String { "\(parent)/answers" }

    /// The file.
    var file: String { "\(folder)/answers.sqlite" }

    /// The file as a database.
    var state: StateFile {
        StateFile(
            path: file,
            largestValue: CacheFile.largestAnswer + 4096,
            largeItem: "an answer",
            schema: CacheFile.schema,
            remedies: StateFile.Remedies(
                full: "free some space, or set \"cache\": { \"maxMegabytes\": … } lower",
                unusable: "check the folder, or remove it; it holds nothing that cannot be had again",
                damaged: "'parlance cache clear' removes it; it holds nothing that cannot be had again",
                laterVersion: "use that version, or remove the file"
            )
        )
    }

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
        setAside(FileIdentity(path: file), now: systemSeconds())
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

    /// The size of the files in a folder, in bytes.
    static func size(of folder: String) -> Int {
        ((try? Folder.names(in: folder)) ?? []).reduce(0) { sum, name in
            var status = stat()
            return lstat("\(folder)/\(name)", &status) == 0 ? sum + Int(status.st_size) : sum
        }
    }
}
