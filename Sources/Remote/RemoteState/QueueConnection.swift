import Database
import LanguageServices
import Platform
import ServiceRegistry

/// A queue's database during one call.
final class QueueConnection {
    let database: Database
    let folder: String
    let now: Int64

    /// The lease of this process, once it has claimed a request.
    private(set) var lease: QueueLease?

    init(database: Database, folder: String, lease: QueueLease?, now: Int64) {
        self.database = database
        self.folder = folder
        self.lease = lease
        self.now = now
    }

    /// Returns the lease of this process, and creates it if necessary.
    func holdLease() throws(ServiceError) -> QueueLease {
        if let lease { return lease }
        let new = try QueueLease(folder: folder)
        lease = new
        return new
    }

    /// Recovers the requests of dead processes: claimed requests return to the queue, and requests that were being sent
    /// become uncertain.
    func recover() throws {
        let owners = try database.prepare(
            "SELECT DISTINCT owner FROM requests WHERE state IN ('claimed', 'sending') AND owner IS NOT NULL"
        )
        var dead: [String] = []
        while try owners.step() {
            let owner = owners.text(0)
            if owner != lease?.name, !QueueLease.isHeld(owner, in: folder) { dead.append(owner) }
        }
        for owner in dead {
            try database.run(
                """
                UPDATE requests SET state = 'uncertain', process = NULL, changed = ?, code = 'network',
                    message = 'the process that sent it ended before an answer arrived', remedy = NULL
                WHERE state = 'sending' AND owner = ?
                """,
                [.integer(now), .text(owner)]
            )
            try database.run(
                "UPDATE requests SET state = 'waiting', process = NULL, owner = NULL, changed = ? "
                    + "WHERE state = 'claimed' AND owner = ?",
                [.integer(now), .text(owner)]
            )
        }
    }

    /// The entries that a query with the columns ``QueueRow/columns`` returns.
    func entries(_ rest: String, _ values: [SQLValue] = []) throws(ServiceError) -> [QueueEntry] {
        let statement = try database.statement("SELECT \(QueueRow.columns) FROM requests \(rest)", values)
        var entries: [QueueEntry] = []
        while try statement.step() { entries.append(QueueRow(statement).entry) }
        return entries
    }

    // MARK: Adding requests

    func add(_ request: QueuedRequest, _ error: ServiceError) throws -> QueueTicket {
        let options = try QueueCoding.options(request)
        // Only one request can write a file, so a newer request for the same file replaces the older one.
        let hash = Int64(bitPattern: request.file.map { StableHash.of($0) } ?? StableHash.of(options, request.text))
        let size = options.utf8.count + request.text.utf8.count + (request.file?.utf8.count ?? 0)
        let known =
            try request.file.map { file in
                try entries("WHERE hash = ? AND file = ?", [.integer(hash), .text(file)])
            }
            ?? entries(
                "WHERE hash = ? AND file IS NULL AND provider = ? AND options = ? AND text = ?",
                [.integer(hash), .text(request.provider.rawValue), .text(options), .text(request.text)]
            )
        if let known = known.first {
            // If the user has removed the file, it is regenerated.
            let isGone = known.state == .done && request.file.map { !WholeFile.exists($0) } ?? false
            // A text that may have been sent is not resent merely because other options have changed.
            let isSent = known.state == .uncertain && known.request.text == request.text
            let isHeld = known.state == .claimed || known.state == .sending || isSent
            guard !isHeld, known.state == .failed || known.request != request || isGone else {
                return QueueTicket(id: known.id, state: known.state, answer: known.answer)
            }
            try database.run(
                "UPDATE requests SET provider = ?, options = ?, text = ?, state = 'waiting', owner = NULL, answer = NULL, "
                    + "shown = 0, changed = ?, size = ?, code = ?, message = ?, remedy = ? WHERE id = ?",
                [
                    .text(request.provider.rawValue), .text(options), .text(request.text), .integer(now),
                    .integer(Int64(size)),
                ] + Self.values(error) + [.integer(known.id)]
            )
            return QueueTicket(id: known.id, state: .waiting)
        }
        try database.run(
            """
            INSERT INTO requests(service, provider, options, text, file, hash, state, added, changed, size, code,
                message, remedy)
            VALUES(?, ?, ?, ?, ?, ?, 'waiting', ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(request.service.rawValue), .text(request.provider.rawValue), .text(options),
                .text(request.text), SQLValue(request.file), .integer(hash), .integer(now), .integer(now),
                .integer(Int64(size)),
            ] + Self.values(error)
        )
        return QueueTicket(id: database.lastRow, state: .waiting)
    }

    /// The parts of an error to store: only those that other processes can use.
    private static func values(_ error: ServiceError?) -> [SQLValue] {
        [
            SQLValue(error?.code.rawValue), SQLValue(error.map { String($0.message.prefix(1000)) }),
            SQLValue(error?.remedy.map { String($0.prefix(1000)) }),
        ]
    }

    /// Removes answers that have been displayed, oldest first, until there is space.
    ///
    /// - Throws: `ServiceError.Code.limitExceeded` if that does not free enough space.
    func makeRoom(_ limits: QueueLimits) throws {
        let sums = try database.prepare("SELECT count(*), coalesce(sum(size), 0) FROM requests")
        _ = try sums.step()
        var (count, bytes) = (sums.integer(0), sums.integer(1))
        guard count > limits.requests || bytes > limits.bytes else { return }
        let seen = try database.prepare("SELECT id, size FROM requests WHERE state = 'done' AND shown = 1 ORDER BY id")
        var old: [Int64] = []
        while count > limits.requests || bytes > limits.bytes, try seen.step() {
            old.append(seen.integer(0))
            count -= 1
            bytes -= seen.integer(1)
        }
        guard count <= limits.requests, bytes <= limits.bytes else {
            throw ServiceError(
                .limitExceeded,
                "the queue is full: the limit is \(limits.requests) requests and \(limits.bytes >> 20) MiB",
                remedy: "send them with 'parlance queue run', or remove some with 'parlance queue remove'"
            )
        }
        try database.run("DELETE FROM requests WHERE id = ?", forEach: old)
    }

    // MARK: Sending requests

    /// The oldest waiting request, and the requests that can be sent with it.
    func next(
        upTo count: Int,
        bytes: Int,
        without exclusions: QueueExclusions
    ) throws -> [QueueEntry] {
        let waiting = try database.prepare(
            "SELECT id, provider, options, file IS NOT NULL FROM requests WHERE state = 'waiting' ORDER BY id"
        )
        while try waiting.step() {
            let (id, provider, options) = (waiting.integer(0), waiting.text(1), waiting.text(2))
            guard !exclusions.requests.contains(id), !exclusions.providers.contains(ProviderID(rawValue: provider))
            else { continue }
            let entries = try group(
                from: id,
                provider,
                options,
                upTo: waiting.integer(3) == 1 ? 1 : max(1, count),
                bytes: bytes,
                without: exclusions.requests
            )
            if !entries.isEmpty { return entries }
        }
        return []
    }

    private func group(
        from id: Int64,
        _ provider: String,
        _ options: String,
        upTo count: Int,
        bytes: Int,
        without excluded: Set<Int64>
    ) throws -> [QueueEntry] {
        let rows = try database.statement(
            "SELECT \(QueueRow.columns) FROM requests WHERE state = 'waiting' AND id >= ? AND provider = ? "
                + "AND options = ? ORDER BY id",
            [.integer(id), .text(provider), .text(options)]
        )
        var entries: [QueueEntry] = []
        var size = 0
        while entries.count < count, try rows.step() {
            let row = QueueRow(rows)
            guard row.isReadable else {
                try settleUnreadable(row.entry.id)
                continue
            }
            guard !excluded.contains(row.entry.id) else { continue }
            size += row.entry.request.text.utf8.count
            guard entries.isEmpty || size <= bytes else { break }
            entries.append(row.entry)
        }
        return entries
    }

    private func settleUnreadable(_ id: Int64) throws {
        let error = ServiceError(.io, "the request cannot be read", remedy: "remove it")
        try database.run(
            "UPDATE requests SET state = 'failed', changed = ?, code = ?, message = ?, remedy = ? WHERE id = ?",
            [.integer(now)] + Self.values(error) + [.integer(id)]
        )
    }

    func settle(_ id: Int64, _ outcome: QueueOutcome, _ lease: QueueLease) throws {
        var answer: String?
        if case .answered(let given) = outcome { answer = try QueueCoding.text(given) }
        try database.run(
            """
            UPDATE requests SET state = ?, owner = NULL, process = NULL, changed = ?, answer = ?, shown = 0,
                size = size + ?, code = ?, message = ?, remedy = ?
            WHERE id = ? AND owner = ? AND state IN ('claimed', 'sending', 'uncertain')
            """,
            [
                .text(outcome.state.rawValue), .integer(now), SQLValue(answer),
                .integer(Int64(answer?.utf8.count ?? 0)),
            ] + Self.values(outcome.error) + [.integer(id), .text(lease.name)]
        )
    }
}
