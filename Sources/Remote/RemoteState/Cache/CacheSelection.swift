import Database
public import LanguageServices

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

    /// The condition, whose parameters are bound by ``bind(to:now:)``.
    static let condition =
        "(?1 IS NULL OR service = ?1) AND (?2 IS NULL OR provider = ?2) AND (?3 IS NULL OR stored < ?3)"

    func bind(to statement: Statement, now: Int64) throws(ServiceError) {
        if let service { try statement.bind(1, text: service.rawValue) } else { try statement.bindNull(1) }
        if let provider { try statement.bind(2, text: provider.rawValue) } else { try statement.bindNull(2) }
        if let olderThan {
            let (limit, isFar) = now.subtractingReportingOverflow(olderThan.components.seconds)
            try statement.bind(3, integer: isFar ? .min : limit)
        } else {
            try statement.bindNull(3)
        }
    }
}

extension DiskResponseStore {
    /// Removes answers, and gives back their room on the disk.
    ///
    /// Without any condition what was set aside goes, too, and a damaged file is no obstacle.
    ///
    /// - Returns: How many answers there were; `nil` when the file was removed without being read.
    /// - Throws: `ServiceError` when that cannot be done.
    public func clear(_ selection: CacheSelection = CacheSelection()) throws(ServiceError) -> Int? {
        let isEverything = selection == CacheSelection()
        if isEverything { place.damaged.forEach(CachePlace.remove) }
        do {
            return try asked { try $0.clear(selection) } ?? 0
        } catch {
            guard isEverything, place.setAsideWhateverItIs() else { throw ServiceError(error) }
            place.damaged.forEach(CachePlace.remove)
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

extension CacheFile {
    func clear(_ selection: CacheSelection) throws -> Int {
        let count = try database.transaction {
            let delete = try database.prepare("DELETE FROM answers WHERE \(CacheSelection.condition)")
            try selection.bind(to: delete, now: now())
            try delete.run()
            return database.changes
        }
        try database.run("PRAGMA incremental_vacuum")
        // Without it what was removed would stay in the log for a while.
        try database.run("PRAGMA wal_checkpoint(TRUNCATE)")
        return count
    }
}
