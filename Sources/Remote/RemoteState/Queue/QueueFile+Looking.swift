import Database
import LanguageServices
public import ServiceRegistry
import Platform

extension QueueFile {
    /// Everything in the queue, the oldest first; nothing when there is no queue yet.
    public func entries() async throws -> [QueueEntry] {
        try await perform(isMaking: false, or: []) { connection in
            try connection.database.transaction {
                try connection.recover()
                return try connection.entries("ORDER BY id")
            }
        }
    }

    /// Answers that have not been shown yet, the oldest first.
    public func answersToShow() async throws -> [QueueEntry] {
        try await perform(isMaking: false, or: []) { connection in
            try connection.entries("WHERE state = 'done' AND shown = 0 ORDER BY id")
        }
    }

    /// Writes down that the user has seen answers: they stay until their room is needed, or somebody removes them.
    public func markShown(_ ids: [Int64]) async throws {
        guard !ids.isEmpty else { return }
        try await perform(isMaking: false, or: ()) { connection in
            try connection.database.transaction {
                for id in ids {
                    try connection.database.run(
                        "UPDATE requests SET shown = 1 WHERE id = ? AND state = 'done'",
                        [.integer(id)]
                    )
                }
            }
        }
    }

    /// How many requests there are in each state; a queue that is not there is empty, and is not made.
    public func counts() async throws -> [QueueEntry.State: Int] {
        try await perform(isMaking: false, or: [:]) { connection in
            try connection.database.transaction {
                try connection.recover()
                let rows = try connection.database.prepare("SELECT state, count(*) FROM requests GROUP BY state")
                var counts: [QueueEntry.State: Int] = [:]
                while try rows.step() {
                    guard let state = QueueEntry.State(rawValue: rows.text(0)) else { continue }
                    counts[state] = Int(clamping: rows.integer(1))
                }
                return counts
            }
        }
    }

    /// Lets all requests of a state wait again: uncertain or failed ones. Nothing of another state is touched.
    ///
    /// - Returns: How many.
    public func resend(_ state: QueueEntry.State) async throws -> Int {
        guard state == .uncertain || state == .failed else { return 0 }
        return try await perform(isMaking: false, or: 0) { connection in
            try connection.database.transaction {
                try connection.recover()
                return try connection.database.run(
                    "UPDATE requests SET state = 'waiting', owner = NULL, process = NULL, changed = ? WHERE state = ?",
                    [.integer(connection.now), .text(state.rawValue)]
                )
            }
        }
    }

    /// Removes requests by number.
    ///
    /// - Returns: Which were removed; one that a process holds is not.
    public func remove(_ ids: [Int64]) async throws -> Set<Int64> {
        try await perform(isMaking: false, or: []) { connection in
            try connection.database.transaction {
                try connection.recover()
                var removed = Set<Int64>()
                for id in ids {
                    let count = try connection.database.run(
                        "DELETE FROM requests WHERE id = ? AND state NOT IN ('claimed', 'sending')",
                        [.integer(id)]
                    )
                    if count == 1 { removed.insert(id) }
                }
                return removed
            }
        }
    }

    /// Removes all requests of some states.
    ///
    /// - Returns: How many; those that a process holds stay.
    public func remove(_ states: Set<QueueEntry.State>) async throws -> Int {
        try await perform(isMaking: false, or: 0) { connection in
            try connection.database.transaction {
                try connection.recover()
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
    }
}
