import Database
import Dispatch
public import LanguageServices
import Platform
public import ServiceRegistry
import Synchronization

/// A request queue in an SQLite file that several processes may share.
///
/// Every change is durable when the call returns. The file is created with the first request. It contains texts and
/// answers in plain text, and only its owner can read it.
public final class QueueFile: RequestStore {
    /// The folder of the queue, which contains nothing else.
    public let folder: String

    let limits: QueueLimits
    private let now: @Sendable () -> Int64
    private let thread = DispatchQueue(label: "parlance.queue")
    private let state = Mutex(State())

    private struct State {
        var database: Database?
        var lease: QueueLease?
    }

    /// How long a call waits for other processes, in milliseconds.
    private static let lockTimeout = 20_000

    /// The maximum size of a value, in bytes.
    private static let largestValue = 64 << 20

    /// Creates a queue.
    ///
    /// - Parameters:
    ///   - folder: The folder of the queue, created on demand.
    ///   - limits: The limits on its size.
    ///   - now: Returns the time in seconds since 1970; the system clock by default.
    public init(
        folder: String,
        limits: QueueLimits = QueueLimits(),
        now: (@Sendable () -> Int64)? = nil
    ) {
        self.folder = folder
        self.limits = limits
        self.now = now ?? systemSeconds
    }

    /// The path of the database.
    public var path: String { "\(folder)/requests.sqlite" }

    /// Closes the file. Requests that this process has claimed but not settled are treated as if the process had ended.
    /// The next call reopens the file.
    public func close() {
        state.withLock { $0 = State() }
    }

    /// Runs an operation on the database, on a thread that may block.
    ///
    /// - Parameters:
    ///   - isMaking: Whether to create a missing file.
    ///   - fallback: The result if there is no file and none is created.
    private func perform<Value: Sendable>(
        isMaking: Bool = false,
        or fallback: Value,
        _ body: @escaping @Sendable (QueueConnection) throws -> Value
    ) async throws -> Value {
        try await thread.perform { [self] in
            guard isMaking || WholeFile.isAnything(at: path) else { return fallback }
            return try state.withLock { state in
                let database = try state.database ?? open()
                state.database = database
                let connection = QueueConnection(database: database, folder: folder, lease: state.lease, now: now())
                let value = try body(connection)
                state.lease = connection.lease
                return value
            }
        }
    }

    /// Modifies the queue in one transaction, after recovering the requests of dead processes.
    private func change<Value: Sendable>(
        isMaking: Bool = false,
        or fallback: Value,
        _ body: @escaping @Sendable (QueueConnection) throws -> Value
    ) async throws -> Value {
        try await perform(isMaking: isMaking, or: fallback) { connection in
            try connection.database.transaction {
                try connection.recover()
                return try body(connection)
            }
        }
    }

    private func open() throws(ServiceError) -> Database {
        try file.make()
        let database = try file.connect()
        try database.enableWAL(timeout: Self.lockTimeout, isDurable: true)
        try file.prepare(database)
        return database
    }

    private var file: StateFile {
        StateFile(
            path: path,
            largestValue: Self.largestValue,
            largeItem: "a request",
            schema: Self.schema,
            remedies: StateFile.Remedies(
                full: "free some space",
                unusable: "make sure that you own the file, and that only you can write to its folder",
                damaged: "move the file away; its waiting requests are lost",
                laterVersion: "use that version, or move the file away"
            )
        )
    }

    private static let schema = StateFile.Schema(
        version: 1,
        table: "requests",
        columns: [
            "id", "service", "provider", "options", "text", "file", "hash", "state", "owner", "process", "added",
            "changed", "attempts", "code", "message", "remedy", "answer", "shown", "size",
        ],
        statements: [
            """
            CREATE TABLE requests(
                id INTEGER PRIMARY KEY AUTOINCREMENT, service TEXT NOT NULL, provider TEXT NOT NULL,
                options TEXT NOT NULL, text TEXT NOT NULL, file TEXT, hash INTEGER NOT NULL, state TEXT NOT NULL,
                owner TEXT, process INTEGER, added INTEGER NOT NULL, changed INTEGER NOT NULL,
                attempts INTEGER NOT NULL DEFAULT 0, code TEXT, message TEXT, remedy TEXT, answer TEXT,
                shown INTEGER NOT NULL DEFAULT 0, size INTEGER NOT NULL
            )
            """,
            "CREATE INDEX requests_by_hash ON requests(hash)",
            "CREATE INDEX requests_by_state ON requests(state, id)",
        ]
    )

    // MARK: Adding requests

    /// Adds requests; see `RequestStore`.
    public func add(_ requests: [(request: QueuedRequest, error: ServiceError)]) async throws -> [QueueTicket] {
        try await change(isMaking: true, or: []) { [limits] connection in
            let tickets = try requests.map { try connection.add($0.request, $0.error) }
            try connection.makeRoom(limits)
            return tickets
        }
    }

    // MARK: Inspecting the queue

    /// All entries, oldest first; empty if there is no queue yet.
    public func entries() async throws -> [QueueEntry] {
        try await change(or: []) { connection in
            try connection.entries("ORDER BY id")
        }
    }

    /// Answers that have not been displayed, oldest first.
    public func answersToShow() async throws -> [QueueEntry] {
        try await perform(or: []) { connection in
            try connection.entries("WHERE state = 'done' AND shown = 0 ORDER BY id")
        }
    }

    /// Marks answers as displayed. The queue keeps them until their space is needed or they are removed.
    public func markShown(_ ids: [Int64]) async throws {
        guard !ids.isEmpty else { return }
        try await perform(or: ()) { connection in
            _ = try connection.database.transaction {
                try connection.database.run(
                    "UPDATE requests SET shown = 1 WHERE state = 'done' AND id = ?",
                    forEach: ids
                )
            }
        }
    }

    /// The number of requests per state. A missing queue is empty and is not created.
    public func counts() async throws -> [QueueEntry.State: Int] {
        try await change(or: [:]) { connection in
            let rows = try connection.database.prepare("SELECT state, count(*) FROM requests GROUP BY state")
            var counts: [QueueEntry.State: Int] = [:]
            while try rows.step() {
                guard let state = QueueEntry.State(rawValue: rows.text(0)) else { continue }
                counts[state] = Int(clamping: rows.integer(1))
            }
            return counts
        }
    }

    /// Returns all requests in the given state (uncertain or failed) to the queue.
    ///
    /// - Returns: The number of requests.
    public func resend(_ state: QueueEntry.State) async throws -> Int {
        guard state == .uncertain || state == .failed else { return 0 }
        return try await change(or: 0) { connection in
            try connection.database.run(
                "UPDATE requests SET state = 'waiting', owner = NULL, process = NULL, changed = ? WHERE state = ?",
                [.integer(connection.now), .text(state.rawValue)]
            )
        }
    }

    /// Removes requests by ID.
    ///
    /// - Returns: The removed IDs; requests that a process has claimed are not removed.
    public func remove(_ ids: [Int64]) async throws -> Set<Int64> {
        try await change(or: []) { connection in
            try connection.database.run(
                "DELETE FROM requests WHERE state NOT IN ('claimed', 'sending') AND id = ?",
                forEach: ids
            )
        }
    }

    /// Removes all requests in any of the given states.
    ///
    /// - Returns: The number of requests; those that a process has claimed are kept.
    public func remove(_ states: Set<QueueEntry.State>) async throws -> Int {
        try await change(or: 0) { connection in
            var count = 0
            for state in states where state != .claimed && state != .sending {
                count += try connection.database.run(
                    "DELETE FROM requests WHERE state = ?",
                    [.text(state.rawValue)]
                )
            }
            return count
        }
    }

    /// Removes all requests and overwrites their texts in the file, which remains for processes that have it open. A
    /// damaged file is removed.
    ///
    /// - Returns: The number of removed requests, and of requests that were kept because a process is sending them.
    public func erase() async throws -> (removed: Int, kept: Int) {
        do {
            return try await perform(or: (0, 0)) { connection in
                let database = connection.database
                try database.overwriteDeletedContent()
                let counts = try database.transaction {
                    try connection.recover()
                    let removed = try database.run(
                        "DELETE FROM requests WHERE state NOT IN ('claimed', 'sending')",
                        []
                    )
                    return (removed, Int(clamping: try database.number("SELECT count(*) FROM requests")))
                }
                try database.vacuum()
                try database.truncateLog()
                return counts
            }
        } catch let error as ServiceError where error.code == .io {
            close()
            guard let failure = FileTree.remove(folder).failures.first else { return (0, 0) }
            throw failure
        }
    }

    // MARK: Sending requests

    /// Claims requests for this process; see `RequestStore`.
    public func claim(
        upTo count: Int,
        bytes: Int,
        without exclusions: QueueExclusions
    ) async throws -> [QueueEntry] {
        try await change(or: []) { connection in
            let entries = try connection.next(upTo: count, bytes: bytes, without: exclusions)
            guard !entries.isEmpty else { return [] }
            let lease = try connection.holdLease()
            try connection.database.run(
                "UPDATE requests SET state = 'claimed', owner = ?, process = ?, changed = ? WHERE id = ?",
                [.text(lease.name), .integer(Int64(getpid())), .integer(connection.now)],
                forEach: entries.map(\.id)
            )
            return entries
        }
    }

    /// Marks requests as being sent; see `RequestStore`.
    public func begin(_ ids: [Int64]) async throws -> Set<Int64> {
        try await perform(or: []) { connection in
            guard let lease = connection.lease else { return [] }
            return try connection.database.transaction {
                try connection.database.run(
                    "UPDATE requests SET state = 'sending', attempts = attempts + 1, changed = ? "
                        + "WHERE state = 'claimed' AND owner = ? AND id = ?",
                    [.integer(connection.now), .text(lease.name)],
                    forEach: ids
                )
            }
        }
    }

    /// Stores the outcomes of requests; see `RequestStore`.
    public func settle(_ outcomes: [(id: Int64, outcome: QueueOutcome)]) async throws {
        try await perform(or: ()) { connection in
            guard let lease = connection.lease else { return }
            try connection.database.transaction {
                for (id, outcome) in outcomes { try connection.settle(id, outcome, lease) }
            }
        }
    }

    /// Returns claimed requests to the queue; see `RequestStore`.
    public func release(_ ids: [Int64]) async throws {
        guard !ids.isEmpty else { return }
        try await perform(or: ()) { connection in
            guard let lease = connection.lease else { return }
            _ = try connection.database.transaction {
                try connection.database.run(
                    "UPDATE requests SET state = 'waiting', owner = NULL, process = NULL, changed = ? "
                        + "WHERE state = 'claimed' AND owner = ? AND id = ?",
                    [.integer(connection.now), .text(lease.name)],
                    forEach: ids
                )
            }
        }
    }
}

/// The limits of a queue.
public struct QueueLimits: Sendable, Hashable {
    /// The maximum number of requests, including answered ones.
    public var requests: Int

    /// The maximum total size of their texts, options and answers, in bytes.
    public var bytes: Int

    /// Creates limits; the defaults are 10,000 requests and 64 MiB.
    public init(requests: Int = 10_000, bytes: Int = 64 << 20) {
        self.requests = requests
        self.bytes = bytes
    }
}
