import Database
import LanguageServices

/// The tables of a queue.
enum QueueSchema {
    /// The version of the tables and of what is written in them.
    static let version: Int32 = 1

    /// Makes the tables of a new file, and checks that an old one can be used.
    static func prepare(_ database: Database, path: String) throws {
        try database.transaction {
            let found = try database.userVersion()
            guard found == 0 else {
                guard found == version else {
                    throw ServiceError(
                        .unavailable,
                        "the queue '\(path)' is of another version of parlance",
                        remedy: "use the newer version, or move the file away"
                    )
                }
                return
            }
            try database.run(
                """
                CREATE TABLE requests(
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    service TEXT NOT NULL,
                    provider TEXT NOT NULL,
                    options TEXT NOT NULL,
                    text TEXT NOT NULL,
                    file TEXT,
                    hash INTEGER NOT NULL,
                    state TEXT NOT NULL,
                    owner TEXT,
                    process INTEGER,
                    added INTEGER NOT NULL,
                    changed INTEGER NOT NULL,
                    attempts INTEGER NOT NULL DEFAULT 0,
                    code TEXT,
                    message TEXT,
                    remedy TEXT,
                    answer TEXT,
                    shown INTEGER NOT NULL DEFAULT 0,
                    size INTEGER NOT NULL
                )
                """
            )
            try database.run("CREATE INDEX requests_by_hash ON requests(hash)")
            try database.run("CREATE INDEX requests_by_state ON requests(state, id)")
            try database.setUserVersion(version)
        }
    }
}
