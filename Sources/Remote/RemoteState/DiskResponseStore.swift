import Database
import Dispatch
public import LanguageServices
import Platform
public import ServiceRegistry

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
        public var maximumSize = 256 << 20

        /// How long answers are good.
        public var lifetimes = ResponseLifetimes()

        /// The usual ones.
        public init() {}
    }

    /// The folder of the store.
    public var folder: String { place.folder }

    let place: CacheLocation
    private let settings: Settings
    private let now: @Sendable () -> Int64

    private let queue = DispatchQueue(label: "parlance.cache")
    private let keeper: Locked<CacheFileManager>

    /// Creates a store; nothing is opened yet.
    ///
    /// - Parameters:
    ///   - folder: The user's folder for what can be made again; the store has a folder of its own in it.
    ///   - settings: How the store works.
    ///   - notice: Told what the user should know, once: that there is no cache, or that a new one was begun.
    ///   - now: The time of day in seconds since 1970; without it, the machine's.
    public init(
        folder: String,
        settings: Settings = Settings(),
        notice: @escaping @Sendable (ServiceError) -> Void = { _ in },
        now: (@Sendable () -> Int64)? = nil
    ) {
        place = CacheLocation(in: folder)
        self.settings = settings
        self.now = now ?? systemSeconds
        keeper = Locked(CacheFileManager(place, settings, now: self.now, notice: notice))
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

    private func run<Value: Sendable>(_ body: @escaping @Sendable (CacheFileManager) -> Value) async -> Value {
        await queue.perform { [keeper] in keeper.withLock { body($0) } }
    }

    /// Does what a person has asked for, where a failure is an error.
    ///
    /// - Returns: `nil` when there is no file.
    func asked<Value>(_ body: (CacheFile) throws -> Value) throws -> Value? {
        guard WholeFile.isAnything(at: place.file) else { return nil }
        let file: CacheFile
        do { file = try CacheFileManager.open(place, settings, now) } catch { throw error.error }
        return try body(file)
    }

    // MARK: For a person

    /// What is in the store; `nil` when there is no file.
    ///
    /// - Throws: `ServiceError` when it cannot be read.
    public func statistics() throws(ServiceError) -> CacheStatistics? {
        do { return try asked { try $0.statistics() } } catch { throw ServiceError(error) }
    }

    /// What is wrong with the file, a line each; none when it is whole, or when there is none.
    ///
    /// - Parameter isThorough: Whether the index is compared with the answers as well, which takes longer.
    /// - Throws: `ServiceError` when it cannot be read at all.
    public func mistakes(isThorough: Bool = true) throws(ServiceError) -> [String] {
        do {
            return try asked { try $0.database.mistakes(isThorough: isThorough) } ?? []
        } catch {
            throw ServiceError(error)
        }
    }

    /// The size on the disk, of the file, its log, and of what was set aside, in bytes.
    public var sizeOnDisk: Int {
        let folders = [place.folder] + place.damaged
        return folders.reduce(0) { $0 + CacheLocation.size(of: $1) }
    }

    /// The folders of damaged files that were set aside.
    public var setAside: [String] { place.damaged }

    /// Removes answers, and gives back their room on the disk.
    ///
    /// Without any condition what was set aside goes, too, and a damaged file is no obstacle.
    ///
    /// - Returns: How many answers there were; `nil` when the file was removed without being read.
    /// - Throws: `ServiceError` when that cannot be done.
    public func clear(_ selection: CacheSelection = CacheSelection()) throws(ServiceError) -> Int? {
        let isEverything = selection == CacheSelection()
        if isEverything { place.damaged.forEach(CacheLocation.remove) }
        do {
            return try asked { try $0.clear(selection) } ?? 0
        } catch {
            guard isEverything, place.setAsideWhateverItIs() else { throw ServiceError(error) }
            place.damaged.forEach(CacheLocation.remove)
            return nil
        }
    }

    /// Tells of answers, in the order in which they were stored.
    ///
    /// - Throws: `ServiceError` when they cannot be read, and what `body` throws.
    public func export(_ selection: CacheSelection = CacheSelection(), to body: (ExportedAnswer) throws -> Void) throws
    {
        _ = try asked { try $0.export(selection, to: body) }
    }
}

/// Which answers are meant; without any condition all are.
public struct CacheSelection: Sendable, Hashable {
    /// Those of a service.
    public var service: Service?

    /// Those of a provider.
    public var provider: ProviderID?

    /// Those that were stored longer ago.
    public var olderThan: Duration?

    /// Creates a selection.
    public init(service: Service? = nil, provider: ProviderID? = nil, olderThan: Duration? = nil) {
        self.service = service
        self.provider = provider
        self.olderThan = olderThan
    }

    /// The condition, whose parameters are ``values(now:)``.
    static let condition =
        "(?1 IS NULL OR service = ?1) AND (?2 IS NULL OR provider = ?2) AND (?3 IS NULL OR stored < ?3)"

    func values(now: Int64) -> [SQLValue] {
        [
            SQLValue(service?.rawValue), SQLValue(provider?.rawValue),
            olderThan.map { .integer(CacheFile.moment($0, before: now)) } ?? .null,
        ]
    }
}

/// What is in a ``DiskResponseStore``.
public struct CacheStatistics: Sendable, Hashable {
    /// What is there of one provider.
    public struct Share: Sendable, Hashable {
        /// The service.
        public var service: Service
        /// The provider.
        public var provider: ProviderID
        /// How many answers there are.
        public var answers = 0
        /// How many of them say that there is none.
        public var misses = 0
        /// How many are older than answers are used for.
        public var stale = 0
        /// The size of the answers, in bytes.
        public var size = 0
    }

    /// What is there, by service and provider.
    public var shares: [Share]

    /// When the oldest answer was stored, in seconds since 1970; `nil` when there is none.
    public var oldest: Int64?

    /// When the newest answer was stored, in seconds since 1970; `nil` when there is none.
    public var newest: Int64?

    /// The size of the file and its log on the disk, in bytes.
    public var sizeOnDisk: Int

    /// How many answers there are.
    public var answers: Int { shares.reduce(0) { $0 + $1.answers } }

    /// ``oldest`` in UTC, as RFC 3339 writes it.
    public var oldestText: String? { oldest.map { UTCTime($0).text } }

    /// ``newest`` in UTC, as RFC 3339 writes it.
    public var newestText: String? { newest.map { UTCTime($0).text } }

    /// The size of the answers, in bytes.
    public var size: Int { shares.reduce(0) { $0 + $1.size } }
}

/// An answer out of a ``DiskResponseStore``, as it is shown to its owner.
public struct ExportedAnswer: Sendable, Hashable {
    /// What is shown of an answer.
    public enum Content: Sendable, Hashable {
        /// A translation.
        case translation(Translation)
        /// The sentences for a word.
        case sentences([ExampleSentence])
        /// Speech: its form, how many samples it has, and its marks.
        case speech(AudioFormat, samples: Int, marks: [SpeechMark])
        /// That the provider has no answer.
        case miss(ServiceError)
        /// What this version cannot read.
        case unknown
    }

    /// The key.
    public var key: CacheKey
    /// The service.
    public var service: Service
    /// Who gave it.
    public var provider: ProviderID
    /// When it was stored, in seconds since 1970.
    public var stored: Int64
    /// When it was last used, to the hour, in seconds since 1970.
    public var used: Int64
    /// Whether it is older than answers are used for.
    public var isStale: Bool
    /// Its size, in bytes.
    public var size: Int
    /// The answer.
    public var content: Content

    /// ``stored`` in UTC, as RFC 3339 writes it.
    public var storedText: String { UTCTime(stored).text }

    /// ``used`` in UTC, as RFC 3339 writes it.
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
