import Database
import LanguageServices
import ServiceRegistry

/// The database of a queue during one call, with what the call knows of time and of the process.
final class QueueConnection {
    let database: Database
    let folder: String
    let now: Int64

    /// The lease of this process, once it has claimed something.
    private(set) var lease: QueueLease?

    init(database: Database, folder: String, lease: QueueLease?, now: Int64) {
        self.database = database
        self.folder = folder
        self.lease = lease
        self.now = now
    }

    /// The lease of this process, which is made now when there is none.
    func holdLease() throws(ServiceError) -> QueueLease {
        if let lease { return lease }
        let new = try QueueLease(folder: folder)
        lease = new
        return new
    }

    /// Takes back what processes held that are no more: what they had not begun to send waits again, and what they were
    /// sending is uncertain.
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
                    message = 'the process that sent it ended before an answer came', remedy = NULL
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

    /// The entries that a query finds, whose columns are ``QueueRow/columns``.
    func entries(_ rest: String, _ values: [SQLValue] = []) throws(ServiceError) -> [QueueEntry] {
        let statement = try database.statement("SELECT \(QueueRow.columns) FROM requests \(rest)", values)
        var entries: [QueueEntry] = []
        while try statement.step() { entries.append(QueueRow(statement).entry) }
        return entries
    }
}
