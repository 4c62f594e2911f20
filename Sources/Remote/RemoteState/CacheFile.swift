import Database
import LanguageServices
import Platform
import ServiceRegistry

/// The open cache file.
///
/// It has one table, `answers`. A row contains the key, service and provider of an answer, when it was stored and last
/// used (in seconds since 1970), whether it is a miss, a checksum, and the answer itself.
final class CacheFile {
    let database: Database
    let location: CacheLocation

    /// The identity of the opened file; its path may refer to another file by now.
    let identity: FileIdentity?

    let settings: DiskResponseStore.Settings
    let now: @Sendable () -> Int64

    private let find: Statement
    private let insert: Statement
    private let touch: Statement

    /// The maximum size of a stored answer: an utterance of 8 MiB with its metadata.
    static let maximumAnswerSize = 12 << 20

    /// The table of answers.
    static let schema = StateFile.Schema(
        version: 1,
        table: "answers",
        columns: ["key", "service", "provider", "stored", "used", "miss", "checksum", "size", "value"],
        statements: [
            """
            CREATE TABLE answers (
                id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, service TEXT NOT NULL, provider TEXT NOT NULL,
                stored INTEGER NOT NULL, used INTEGER NOT NULL, miss INTEGER NOT NULL, checksum INTEGER NOT NULL,
                size INTEGER NOT NULL, value BLOB NOT NULL
            )
            """,
            "CREATE INDEX answers_by_use ON answers (used)",
        ]
    )

    /// How long a write waits for other processes, in milliseconds.
    private static let lockTimeout = 5000

    /// The minimum time between updates of an answer's last use, in seconds. It keeps reads from writing often.
    private static let useStep: Int64 = 3600

    /// Opens the file, and creates it if it does not exist.
    init(
        _ location: CacheLocation,
        _ settings: DiskResponseStore.Settings,
        now: @escaping @Sendable () -> Int64
    ) throws(CacheTrouble) {
        (self.location, self.settings, self.now) = (location, settings, now)
        let state = location.state
        let identity: FileIdentity?
        do throws(ServiceError) {
            try Folder.make(location.parent, permissions: 0o700)
            try state.make()
            identity = FileIdentity(path: state.path)
            database = try state.connect()
        } catch {
            throw CacheTrouble(error: error, remedy: .without)
        }
        self.identity = identity
        do throws(ServiceError) {
            try database.leaveWALAtEnd()
            try database.run("PRAGMA auto_vacuum = INCREMENTAL")
            try database.enableWAL(timeout: Self.lockTimeout, isDurable: false)
            try database.run("PRAGMA journal_size_limit = 4194304")
            try state.prepare(database)
            find = try database.prepare(
                "SELECT stored, used, miss, checksum, value FROM answers WHERE key = ? AND service = ?"
            )
            insert = try database.prepare(
                """
                INSERT INTO answers (key, service, provider, stored, used, miss, checksum, size, value)
                VALUES (?1, ?2, ?3, ?4, ?4, ?5, ?6, ?7, ?8)
                ON CONFLICT (key) DO UPDATE SET service = ?2, provider = ?3, stored = ?4, used = ?4, miss = ?5,
                checksum = ?6, size = ?7, value = ?8
                """
            )
            touch = try database.prepare("UPDATE answers SET used = ? WHERE key = ?")
        } catch {
            throw CacheTrouble(error, database.lastFailure, identity)
        }
        // SQLite opens the log by path. If another file now has the path, the log belongs to that file.
        guard identity != nil, FileIdentity(path: state.path) == identity else {
            let name = SystemFailure.quoted(state.path)
            throw CacheTrouble(
                error: ServiceError(.unavailable, "\(name) was replaced while being opened", remedy: "try again"),
                remedy: .again
            )
        }
    }

    // MARK: Lookup

    /// The cached answers for a set of keys.
    func responses(for keys: [CacheKey], of service: Service) throws -> [CacheKey: StoredResponse] {
        let now = now()
        var found: [CacheKey: StoredResponse] = [:]
        var used: [CacheKey] = []
        var damaged: [CacheKey] = []
        // All keys are looked up in one read transaction.
        try database.snapshot {
            for key in keys {
                defer { find.reset() }
                try find.bind([.blob(key.bytes), .text(service.rawValue)])
                guard try find.step() else { continue }
                let bytes = find.bytes(4)
                guard Self.checksum(of: bytes, under: key) == find.integer(3) else {
                    damaged.append(key)
                    continue
                }
                let isStale = isStale(stored: find.integer(0), isMiss: find.integer(2) != 0, service, now)
                found[key] = StoredResponse(bytes: bytes, isStale: isStale)
                if find.integer(1) < now.subtractingReportingOverflow(Self.useStep).partialValue { used.append(key) }
            }
        }
        record(used, damaged, now)
        return found
    }

    /// Whether an answer has expired.
    func isStale(stored: Int64, isMiss: Bool, _ service: Service, _ now: Int64) -> Bool {
        // Setting the clock back does not make answers expire.
        let (age, isFar) = now.subtractingReportingOverflow(stored)
        return isFar || .seconds(max(0, age)) >= settings.lifetimes.lifetime(of: service, isMiss: isMiss)
    }

    /// Records which answers were used, and removes unreadable answers. This is skipped while another process is
    /// writing.
    private func record(_ used: [CacheKey], _ damaged: [CacheKey], _ now: Int64) {
        guard !used.isEmpty || !damaged.isEmpty else { return }
        try? database.setTimeout(0)
        defer { try? database.setTimeout(Self.lockTimeout) }
        try? database.transaction {
            for key in used { try touch.run([.integer(now), .blob(key.bytes)]) }
            for key in damaged { try database.run("DELETE FROM answers WHERE key = ?", [.blob(key.bytes)]) }
        }
    }

    // MARK: Storing

    /// Stores answers.
    func store(_ responses: [CacheKey: NewResponse]) throws {
        let now = now()
        // A single answer must not displace all others.
        let largest = min(Self.maximumAnswerSize, settings.maximumSize / 4)
        try database.transaction {
            for (key, response) in responses where response.bytes.count <= largest {
                try insert.run([
                    .blob(key.bytes), .text(response.service.rawValue), .text(response.provider.rawValue),
                    .integer(now), .integer(response.isMiss ? 1 : 0),
                    .integer(Self.checksum(of: response.bytes, under: key)), .integer(Int64(response.bytes.count)),
                    .blob(response.bytes),
                ])
            }
            try makeRoom()
        }
    }

    /// The size of the content, in bytes. Freed pages are reused before the file grows.
    func size() throws(ServiceError) -> Int64 {
        let pages = try database.number("PRAGMA page_count") - database.number("PRAGMA freelist_count")
        return pages * (try database.number("PRAGMA page_size"))
    }

    /// Removes the least recently used answers until a tenth of the maximum size is free.
    private func makeRoom() throws {
        let limit = Int64(settings.maximumSize)
        guard try size() > limit else { return }
        let delete = try database.prepare(
            "DELETE FROM answers WHERE id IN (SELECT id FROM answers ORDER BY used, id LIMIT ?)"
        )
        while try size() > limit - limit / 10 {
            let count = try database.number("SELECT count(*) FROM answers")
            guard count > 0 else { break }
            try delete.run([.integer(max(1, count / 20))])
        }
        // Shrinks the file if the limit has been lowered.
        if try database.number("PRAGMA freelist_count") * 4 > database.number("PRAGMA page_count") {
            try database.run("PRAGMA incremental_vacuum")
        }
    }

    /// A checksum that detects bit errors. It includes the key, so an answer cannot be assigned to another key.
    static func checksum(of bytes: [UInt8], under key: CacheKey) -> Int64 {
        var hash = StableHash()
        hash.add(key.bytes)
        hash.add(bytes)
        return Int64(bitPattern: hash.value)
    }

    // MARK: User operations

    func clear(_ selection: CacheSelection) throws -> Int {
        try database.overwriteDeletedContent()
        let count = try database.transaction {
            try database.run("DELETE FROM answers WHERE \(CacheSelection.condition)", selection.values(now: now()))
        }
        try database.run("PRAGMA incremental_vacuum")
        try database.truncateLog()
        return count
    }

    func export(_ selection: CacheSelection, to body: (ExportedAnswer) throws -> Void) throws {
        let now = now()
        let rows = try database.statement(
            """
            SELECT key, service, provider, stored, used, miss, size, value FROM answers
            WHERE \(CacheSelection.condition) ORDER BY stored, id
            """,
            selection.values(now: now)
        )
        while try rows.step() {
            guard let key = CacheKey(bytes: rows.bytes(0)), let service = Service(rawValue: rows.text(1)) else {
                continue
            }
            try body(
                ExportedAnswer(
                    key: key,
                    service: service,
                    provider: ProviderID(rawValue: rows.text(2)),
                    stored: rows.integer(3),
                    used: rows.integer(4),
                    isStale: isStale(stored: rows.integer(3), isMiss: rows.integer(5) != 0, service, now),
                    size: Int(rows.integer(6)),
                    content: ExportedAnswer.Content(rows.bytes(7))
                )
            )
        }
    }

    func statistics() throws -> CacheStatistics {
        try database.snapshot {
            let lifetimes = settings.lifetimes
            let rows = try database.statement(
                """
                SELECT service, provider, miss, count(*), sum(size), min(stored), max(stored),
                    sum(stored <= CASE service WHEN 'translation' THEN ?1 WHEN 'sentences' THEN ?2 ELSE ?3 END
                        OR miss AND stored <= ?4)
                FROM answers GROUP BY service, provider, miss ORDER BY service, provider, miss
                """,
                [lifetimes.translation, lifetimes.sentences, lifetimes.speech, lifetimes.miss].map { lifetime in
                    .integer(Self.moment(lifetime, before: now()))
                }
            )
            var result = CacheStatistics(shares: [], sizeOnDisk: CacheLocation.size(of: location.folder))
            while try rows.step() {
                guard let service = Service(rawValue: rows.text(0)) else { continue }
                let provider = ProviderID(rawValue: rows.text(1))
                let isMiss = rows.integer(2) != 0
                let count = Int(rows.integer(3))
                result.oldest = min(result.oldest ?? .max, rows.integer(5))
                result.newest = max(result.newest ?? .min, rows.integer(6))
                var share = CacheStatistics.Share(service: service, provider: provider)
                if let last = result.shares.last, last.service == service, last.provider == provider {
                    share = result.shares.removeLast()
                }
                share.answers += count
                share.misses += isMiss ? count : 0
                share.stale += Int(rows.integer(7))
                share.size += Int(rows.integer(4))
                result.shares.append(share)
            }
            return result
        }
    }

    /// The time, in seconds since 1970, that is a duration before another time; clamped to the minimum of `Int64`.
    static func moment(_ duration: Duration, before now: Int64) -> Int64 {
        let (moment, isFar) = now.subtractingReportingOverflow(duration.components.seconds)
        return isFar ? .min : moment
    }
}
