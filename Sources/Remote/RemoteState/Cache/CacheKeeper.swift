import Database
import LanguageServices
import Platform

/// Opens the file when it is needed, and decides what is done when something is wrong with it.
final class CacheKeeper {
    private enum State {
        case closed
        case open(CacheFile)
        /// There is none in this process.
        case without
    }

    private let place: CachePlace
    private let settings: DiskResponseStore.Settings
    private let now: @Sendable () -> Int64
    private let notice: @Sendable (ServiceError) -> Void
    private var state = State.closed
    private var mayWrite = true
    private var hasBegunAnew = false
    private var hasToldBusy = false

    init(
        _ place: CachePlace,
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
        _ place: CachePlace,
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
