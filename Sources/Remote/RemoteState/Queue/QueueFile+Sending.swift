import Database
import LanguageServices
public import ServiceRegistry
import Platform

extension QueueFile {
    /// Takes requests for this process; see `RequestStore`.
    public func claim(
        upTo count: Int,
        bytes: Int,
        without exclusions: QueueExclusions
    ) async throws -> [QueueEntry] {
        try await perform(isMaking: false, or: []) { connection in
            try connection.database.transaction {
                try connection.recover()
                let entries = try connection.next(upTo: count, bytes: bytes, without: exclusions)
                guard !entries.isEmpty else { return [] }
                let lease = try connection.holdLease()
                for entry in entries {
                    try connection.database.run(
                        "UPDATE requests SET state = 'claimed', owner = ?, process = ?, changed = ? WHERE id = ?",
                        [.text(lease.name), .integer(Int64(getpid())), .integer(connection.now), .integer(entry.id)]
                    )
                }
                return entries
            }
        }
    }

    /// Writes down that requests are being sent; see `RequestStore`.
    public func begin(_ ids: [Int64]) async throws -> Set<Int64> {
        try await perform(isMaking: false, or: []) { connection in
            guard let lease = connection.lease else { return [] }
            return try connection.database.transaction {
                var held = Set<Int64>()
                for id in ids {
                    let changes = try connection.database.run(
                        "UPDATE requests SET state = 'sending', attempts = attempts + 1, changed = ? "
                            + "WHERE id = ? AND owner = ? AND state = 'claimed'",
                        [.integer(connection.now), .integer(id), .text(lease.name)]
                    )
                    if changes == 1 { held.insert(id) }
                }
                return held
            }
        }
    }

    /// Writes down what came of requests; see `RequestStore`.
    public func settle(_ outcomes: [(id: Int64, outcome: QueueOutcome)]) async throws {
        try await perform(isMaking: false, or: ()) { connection in
            guard let lease = connection.lease else { return }
            try connection.database.transaction {
                for (id, outcome) in outcomes { try connection.settle(id, outcome, lease) }
            }
        }
    }

    /// Lets requests wait again that were not sent; see `RequestStore`.
    public func release(_ ids: [Int64]) async throws {
        guard !ids.isEmpty else { return }
        try await perform(isMaking: false, or: ()) { connection in
            guard let lease = connection.lease else { return }
            try connection.database.transaction {
                for id in ids {
                    try connection.database.run(
                        "UPDATE requests SET state = 'waiting', owner = NULL, process = NULL, changed = ? "
                            + "WHERE id = ? AND owner = ? AND state = 'claimed'",
                        [.integer(connection.now), .integer(id), .text(lease.name)]
                    )
                }
            }
        }
    }
}

extension QueueConnection {
    /// The oldest request that waits, and those that can be sent with it.
    fileprivate func next(
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

    fileprivate func settle(_ id: Int64, _ outcome: QueueOutcome, _ lease: QueueLease) throws {
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
