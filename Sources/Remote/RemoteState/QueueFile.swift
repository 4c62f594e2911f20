import Database
import Dispatch
public import LanguageServices
import Platform
public import ServiceRegistry
import Synchronization

/// A queue of requests in a file of SQLite, for as many processes as like.
///
/// What a call has written is on the disk when it returns, also after a power cut. The file is made when the first request
/// is kept; texts and answers stand in it in clear, and only its owner can read it.
public final class QueueFile: RequestStore {
    /// The folder of the queue, which holds nothing else.
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
    private static let patience = 20_000

    /// No value is larger.
    private static let largestValue = 64 << 20

    /// Creates a queue.
    ///
    /// - Parameters:
    ///   - folder: Its folder, which is made when it is needed.
    ///   - limits: How much it holds.
    ///   - now: The time of day in seconds since 1970; without it, the machine's.
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

    /// Closes the file. What this process has claimed and not settled is then as if the process had ended; the next call
    /// opens the file again.
    public func close() {
        state.withLock { $0 = State() }
    }

    /// Does something with the database, on a thread that may wait.
    ///
    /// - Parameters:
    ///   - isMaking: Whether the file is made where it is missing.
    ///   - fallback: The result when there is no file and none is made.
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

    /// Changes the queue in one transaction, after what dead processes held was taken back.
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
        try database.enableWAL(patience: Self.patience, isDurable: true)
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
                unusable: "make it a file of your own, in a folder that nobody else can write to",
                damaged: "move the file away; what waits in it is lost",
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

    // MARK: Keeping requests

    /// Keeps requests; see `RequestStore`.
    public func add(_ requests: [(request: QueuedRequest, error: ServiceError)]) async throws -> [QueueTicket] {
        try await change(isMaking: true, or: []) { [limits] connection in
            let tickets = try requests.map { try connection.add($0.request, $0.error) }
            try connection.makeRoom(limits)
            return tickets
        }
    }

    // MARK: Looking into the queue

    /// Everything in the queue, the oldest first; nothing when there is no queue yet.
    public func entries() async throws -> [QueueEntry] {
        try await change(or: []) { connection in
            try connection.entries("ORDER BY id")
        }
    }

    /// Answers that have not been shown yet, the oldest first.
    public func answersToShow() async throws -> [QueueEntry] {
        try await perform(or: []) { connection in
            try connection.entries("WHERE state = 'done' AND shown = 0 ORDER BY id")
        }
    }

    /// Writes down that the user has seen answers: they stay until their room is needed, or somebody removes them.
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

    /// How many requests there are in each state; a queue that is not there is empty, and is not made.
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

    /// Lets all requests of a state wait again: uncertain or failed ones. Nothing of another state is touched.
    ///
    /// - Returns: How many.
    public func resend(_ state: QueueEntry.State) async throws -> Int {
        guard state == .uncertain || state == .failed else { return 0 }
        return try await change(or: 0) { connection in
            try connection.database.run(
                "UPDATE requests SET state = 'waiting', owner = NULL, process = NULL, changed = ? WHERE state = ?",
                [.integer(connection.now), .text(state.rawValue)]
            )
        }
    }

    /// Removes requests by number.
    ///
    /// - Returns: Which were removed; one that a process holds is not.
    public func remove(_ ids: [Int64]) async throws -> Set<Int64> {
        try await change(or: []) { connection in
            try connection.database.run(
                "DELETE FROM requests WHERE state NOT IN ('claimed', 'sending') AND id = ?",
                forEach: ids
            )
        }
    }

    /// Removes all requests of some states.
    ///
    /// - Returns: How many; those that a process holds stay.
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

    // MARK: Sending requests

    /// Takes requests for this process; see `RequestStore`.
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

    /// Writes down that requests are being sent; see `RequestStore`.
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

    /// Writes down what came of requests; see `RequestStore`.
    public func settle(_ outcomes: [(id: Int64, outcome: QueueOutcome)]) async throws {
        try await perform(or: ()) { connection in
            guard let lease = connection.lease else { return }
            try connection.database.transaction {
                for (id, outcome) in outcomes { try connection.settle(id, outcome, lease) }
            }
        }
    }

    /// Lets requests wait again that were not sent; see `RequestStore`.
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

/// How much a queue holds.
public struct QueueLimits: Sendable, Hashable {
    /// How many requests, answered ones included.
    public var requests: Int

    /// How many bytes their texts, options and answers have together.
    public var bytes: Int

    /// Creates limits; the usual ones are 10,000 requests and 64 MiB.
    public init(requests: Int = 10_000, bytes: Int = 64 << 20) {
        self.requests = requests
        self.bytes = bytes
    }
}
