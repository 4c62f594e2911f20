import Database
public import LanguageServices
public import ServiceRegistry
import Platform

extension QueueFile {
    /// Keeps requests; see `RequestStore`.
    public func add(_ requests: [(request: QueuedRequest, error: ServiceError)]) async throws -> [QueueTicket] {
        try await perform(isMaking: true, or: []) { [limits] connection in
            try connection.database.transaction {
                try connection.recover()
                let tickets = try requests.map { try connection.add($0.request, $0.error) }
                try connection.makeRoom(limits)
                return tickets
            }
        }
    }
}

extension QueueConnection {
    fileprivate func add(_ request: QueuedRequest, _ error: ServiceError) throws -> QueueTicket {
        let options = try QueueCoding.options(request)
        // A file holds one thing, and waits for one: what was asked for last.
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
            // Who has removed a file wants it again.
            let isGone = known.state == .done && request.file.map { !WholeFile.exists($0) } ?? false
            // What may have been sent is not sent again because something else has changed.
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

    /// What is kept of an error: nothing that another process could not use.
    static func values(_ error: ServiceError?) -> [SQLValue] {
        [
            SQLValue(error?.code.rawValue), SQLValue(error.map { String($0.message.prefix(1000)) }),
            SQLValue(error?.remedy.map { String($0.prefix(1000)) }),
        ]
    }

    /// Forgets answers that somebody has seen, the oldest first, until there is room.
    ///
    /// - Throws: `ServiceError.Code.limitExceeded` when there is not enough of them.
    fileprivate func makeRoom(_ limits: QueueLimits) throws {
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
                "the queue is full: it holds \(limits.requests) requests and \(limits.bytes >> 20) MiB at the most",
                remedy: "send them with 'parlance queue run', or remove some with 'parlance queue remove'"
            )
        }
        for id in old { try database.run("DELETE FROM requests WHERE id = ?", [.integer(id)]) }
    }
}
