import Dispatch
public import LanguageServices
public import ServiceRegistry
import Platform

/// A `ResponseStore` in a file that several processes share.
///
/// The file is opened when it is first needed. Whatever is wrong with it, nothing fails: a damaged one is set aside and
/// begun anew, and where none can be had, nothing is known and nothing kept. What there is to say of that is said once.
///
/// What can be read of a stored answer is the answer, not the request. The file and its folder are the user's alone.
public final class DiskResponseStore: ResponseStore {
    /// How the store works.
    public struct Settings: Sendable, Hashable {
        /// The largest size of the file, in bytes; what was not used for the longest time goes first.
        public var largestSize = 256 << 20

        /// How long answers are good.
        public var lifetimes = ResponseLifetimes()

        /// The usual ones.
        public init() {}
    }

    /// The folder of the store.
    public var folder: String { place.folder }

    let place: CachePlace
    private let settings: Settings
    private let now: @Sendable () -> Int64

    // SQLite may wait for the disk or for another process, and must not keep others from running meanwhile.
    private let queue = DispatchQueue(label: "parlance.cache")
    private let keeper: Locked<CacheKeeper>

    /// Creates a store; nothing is opened yet.
    ///
    /// - Parameters:
    ///   - folder: The user's folder for what can be made again; the store has a folder of its own in it.
    ///   - settings: How the store works.
    ///   - notice: Told what the user should know, once: that there is no cache, or that a new one was begun.
    public convenience init(
        folder: String,
        settings: Settings = Settings(),
        notice: @escaping @Sendable (ServiceError) -> Void = { _ in }
    ) {
        self.init(folder: folder, settings: settings, now: { Int64(time(nil)) }, notice: notice)
    }

    /// Creates a store with a clock of one's own.
    ///
    /// - Parameters:
    ///   - folder: The user's folder for what can be made again.
    ///   - settings: How the store works.
    ///   - now: The time in seconds since 1970.
    ///   - notice: Told what the user should know.
    package init(
        folder: String,
        settings: Settings = Settings(),
        now: @escaping @Sendable () -> Int64,
        notice: @escaping @Sendable (ServiceError) -> Void = { _ in }
    ) {
        place = CachePlace(in: folder)
        self.settings = settings
        self.now = now
        keeper = Locked(CacheKeeper(place, settings, now: now, notice: notice))
    }

    /// The answers that are known to some keys.
    public func responses(for keys: [CacheKey], of service: Service) async -> [CacheKey: StoredResponse] {
        guard !keys.isEmpty else { return [:] }
        return await run { keeper in
            keeper.work("look up answers") { try $0.responses(for: keys, of: service) } ?? [:]
        }
    }

    /// Keeps answers, all in one change of the file.
    public func store(_ responses: [CacheKey: NewResponse]) async {
        guard !responses.isEmpty else { return }
        await run { $0.write("keep answers") { try $0.store(responses) } }
    }

    private func run<Value: Sendable>(_ body: @escaping @Sendable (CacheKeeper) -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            queue.async { [keeper] in
                // Resumed without the lock: what goes on then may come back here.
                let value = keeper.withLock { body($0) }
                continuation.resume(returning: value)
            }
        }
    }

    /// Does what a person has asked for, where a failure is an error.
    ///
    /// - Returns: `nil` when there is no file.
    func asked<Value>(_ body: (CacheFile) throws -> Value) throws -> Value? {
        guard WholeFile.isAnything(at: place.file) else { return nil }
        let file: CacheFile
        do { file = try CacheKeeper.open(place, settings, now) } catch { throw error.error }
        return try body(file)
    }
}
