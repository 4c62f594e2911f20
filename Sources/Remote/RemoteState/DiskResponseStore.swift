import Database
import Dispatch
public import LanguageServices
import Platform
public import ServiceRegistry

/// A `ResponseStore` in a file that several processes may share.
///
/// The file is opened on first use. Errors never cause requests to fail: a damaged file is set aside and replaced, and
/// if no file can be used, caching is disabled. Each problem is reported once.
///
/// The file contains answers in plain text, but not requests. Only the user can read it.
public final class DiskResponseStore: ResponseStore {
    /// The settings of the store.
    public struct Settings: Sendable, Hashable {
        /// The maximum size of the file in bytes; the least recently used answers are removed first.
        public var maximumSize = 256 << 20

        /// The lifetimes of answers.
        public var lifetimes = ResponseLifetimes()

        /// Creates the default settings.
        public init() {}
    }

    /// The folder of the store.
    public var folder: String { location.folder }

    let location: CacheLocation
    private let settings: Settings
    private let now: @Sendable () -> Int64

    private let queue = DispatchQueue(label: "parlance.cache")
    private let manager: Locked<CacheFileManager>

    /// Creates a store without opening the file.
    ///
    /// - Parameters:
    ///   - folder: The user's cache folder; the store uses a subfolder.
    ///   - settings: The settings.
    ///   - notice: Receives messages for the user, each only once: caching is disabled, or a new cache was created.
    ///   - now: Returns the time in seconds since 1970; the system clock by default.
    public init(
        folder: String,
        settings: Settings = Settings(),
        notice: @escaping @Sendable (ServiceError) -> Void = { _ in },
        now: (@Sendable () -> Int64)? = nil
    ) {
        location = CacheLocation(in: folder)
        self.settings = settings
        self.now = now ?? systemSeconds
        manager = Locked(CacheFileManager(location, settings, now: self.now, notice: notice))
    }

    /// The cached answers for a set of keys.
    public func responses(for keys: [CacheKey], of service: Service) async -> [CacheKey: StoredResponse] {
        guard !keys.isEmpty else { return [:] }
        return await run { manager in
            manager.work("look up answers") { try $0.responses(for: keys, of: service) } ?? [:]
        }
    }

    /// Stores answers in one transaction.
    public func store(_ responses: [CacheKey: NewResponse]) async {
        guard !responses.isEmpty else { return }
        await run { $0.write("keep answers") { try $0.store(responses) } }
    }

    private func run<Value: Sendable>(_ body: @escaping @Sendable (CacheFileManager) -> Value) async -> Value {
        await queue.perform { [manager] in manager.withLock { body($0) } }
    }

    /// Runs an operation that the user has requested, so failures are thrown.
    ///
    /// - Returns: `nil` if there is no file.
    func asked<Value>(_ body: (CacheFile) throws -> Value) throws -> Value? {
        guard WholeFile.isAnything(at: location.file) else { return nil }
        let file: CacheFile
        do { file = try CacheFileManager.open(location, settings, now) } catch { throw error.error }
        return try body(file)
    }

    // MARK: User operations

    /// Statistics of the store; `nil` if there is no file.
    ///
    /// - Throws: `ServiceError` if it cannot be read.
    public func statistics() throws(ServiceError) -> CacheStatistics? {
        do { return try asked { try $0.statistics() } } catch { throw ServiceError(error) }
    }

    /// The results of an integrity check, one per element; empty if the file is intact or does not exist.
    /// - Parameter isThorough: Whether to compare the index with the answers, which takes longer.
    /// - Throws: `ServiceError` if the file cannot be read at all.
    public func mistakes(isThorough: Bool = true) throws(ServiceError) -> [String] {
        do {
            return try asked { try $0.database.mistakes(isThorough: isThorough) } ?? []
        } catch {
            throw ServiceError(error)
        }
    }

    /// The total size on disk of the file, its log and files that were set aside, in bytes.
    public var sizeOnDisk: Int {
        let folders = [location.folder] + location.damaged
        return folders.reduce(0) { $0 + CacheLocation.size(of: $1) }
    }

    /// The folders that contain damaged files set aside.
    public var setAside: [String] { location.damaged }

    /// Removes answers and frees their disk space.
    ///
    /// If the selection has no conditions, files that were set aside are removed too, and a damaged file is removed as
    /// a whole.
    ///
    /// - Returns: The number of removed answers; `nil` if the file was removed without being read.
    /// - Throws: `ServiceError` if the answers cannot be removed.
    public func clear(_ selection: CacheSelection = CacheSelection()) throws(ServiceError) -> Int? {
        let isEverything = selection == CacheSelection()
        if isEverything { location.damaged.forEach(CacheLocation.remove) }
        do {
            return try asked { try $0.clear(selection) } ?? 0
        } catch {
            guard isEverything, location.setAsideUnconditionally() else { throw ServiceError(error) }
            location.damaged.forEach(CacheLocation.remove)
            return nil
        }
    }

    /// Exports answers in the order in which they were stored.
    ///
    /// - Throws: `ServiceError` if they cannot be read, or an error thrown by `body`.
    public func export(_ selection: CacheSelection = CacheSelection(), to body: (ExportedAnswer) throws -> Void) throws
    {
        _ = try asked { try $0.export(selection, to: body) }
    }
}

/// A selection of answers; without conditions it selects all.
public struct CacheSelection: Sendable, Hashable {
    /// Only answers for this service.
    public var service: Service?

    /// Only answers from this provider.
    public var provider: ProviderID?

    /// Only answers that were stored more than this long ago.
    public var olderThan: Duration?

    /// Creates a selection.
    public init(service: Service? = nil, provider: ProviderID? = nil, olderThan: Duration? = nil) {
        self.service = service
        self.provider = provider
        self.olderThan = olderThan
    }

    /// The SQL condition; its parameters are ``values(now:)``.
    static let condition =
        "(?1 IS NULL OR service = ?1) AND (?2 IS NULL OR provider = ?2) AND (?3 IS NULL OR stored < ?3)"

    func values(now: Int64) -> [SQLValue] {
        [
            SQLValue(service?.rawValue), SQLValue(provider?.rawValue),
            olderThan.map { .integer(CacheFile.moment($0, before: now)) } ?? .null,
        ]
    }
}

/// Statistics of a ``DiskResponseStore``.
public struct CacheStatistics: Sendable, Hashable {
    /// The statistics of one provider.
    public struct Share: Sendable, Hashable {
        /// The service.
        public var service: Service
        /// The provider.
        public var provider: ProviderID
        /// The number of answers, including misses.
        public var answers = 0
        /// The number of misses: entries recording that the provider has no answer.
        public var misses = 0
        /// The number of expired answers.
        public var stale = 0
        /// The size of the answers, in bytes.
        public var size = 0
    }

    /// The statistics by service and provider.
    public var shares: [Share]

    /// When the oldest answer was stored, in seconds since 1970; `nil` if the store is empty.
    public var oldest: Int64?

    /// When the newest answer was stored, in seconds since 1970; `nil` if the store is empty.
    public var newest: Int64?

    /// The size of the file and its log on disk, in bytes.
    public var sizeOnDisk: Int

    /// The number of answers, including misses.
    public var answers: Int { shares.reduce(0) { $0 + $1.answers } }

    /// ``oldest`` in UTC, in RFC 3339 format.
    public var oldestText: String? { oldest.map { UTCTime($0).text } }

    /// ``newest`` in UTC, in RFC 3339 format.
    public var newestText: String? { newest.map { UTCTime($0).text } }

    /// The size of the answers, in bytes.
    public var size: Int { shares.reduce(0) { $0 + $1.size } }
}

/// An answer exported from a ``DiskResponseStore``, for display.
public struct ExportedAnswer: Sendable, Hashable {
    /// The content of an answer.
    public enum Content: Sendable, Hashable {
        /// A translation.
        case translation(Translation)
        /// The sentences for a word.
        case sentences([ExampleSentence])
        /// Speech: its format, the number of samples, and its marks.
        case speech(AudioFormat, samples: Int, marks: [SpeechMark])
        /// A miss: the provider has no answer.
        case miss(ServiceError)
        /// An entry that this version cannot read.
        case unknown
    }

    /// The key.
    public var key: CacheKey
    /// The service.
    public var service: Service
    /// The provider that answered.
    public var provider: ProviderID
    /// When it was stored, in seconds since 1970.
    public var stored: Int64
    /// When it was last used, in seconds since 1970, accurate to an hour.
    public var used: Int64
    /// Whether it has expired.
    public var isStale: Bool
    /// Its size, in bytes.
    public var size: Int
    /// The answer.
    public var content: Content

    /// ``stored`` in UTC, in RFC 3339 format.
    public var storedText: String { UTCTime(stored).text }

    /// ``used`` in UTC, in RFC 3339 format.
    public var usedText: String { UTCTime(used).text }
}

extension ExportedAnswer.Content {
    init(_ bytes: [UInt8]) {
        switch StoredAnswer(bytes) {
        case .translation(let translation): self = .translation(translation)
        case .sentences(let sentences, _): self = .sentences(sentences)
        case .speech(let speech):
            let description = speech.description
            self = .speech(description.format, samples: speech.samples.count, marks: description.marks)
        case .miss(let error): self = .miss(error)
        case nil: self = .unknown
        }
    }
}
