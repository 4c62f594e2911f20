import CSQLite
import Database
import LanguageServices
import Platform

/// Opens collection databases, which are untrusted.
enum CollectionDatabase {
    /// Opens the database of a collection.
    ///
    /// - Parameters:
    ///   - path: The file; `nil` opens an empty in-memory database.
    ///   - isWritable: Whether it may be changed. Changes are protected against other connections but not against power
    ///     loss, so only drafts are opened for writing.
    ///   - package: The package that contains it.
    ///   - limits: The limits for values.
    static func open(_ path: String?, isWritable: Bool, package: String, limits: PackageLimits) throws(ServiceError)
        -> Database
    {
        let location: DatabaseLocation =
            if let path { isWritable ? .writing(path) : .reading(path) } else { .memory }
        let database = try Database(location, subject: package, largestValue: limits.value) { failure in
            error(failure, package)
        }
        guard UnicaseCollation.register(database.handle) == SQLITE_OK else { throw database.failure() }
        if isWritable {
            try database.run("PRAGMA journal_mode = MEMORY")
            try database.run("PRAGMA synchronous = OFF")
        }
        return database
    }

    private static func error(_ failure: DatabaseFailure, _ package: String) -> ServiceError {
        switch failure.kind {
        case .full:
            ServiceError(
                .io,
                "the temporary folder with the unpacked \(SystemFailure.quoted(package)) is full",
                remedy: "free some space, or set TMPDIR to another folder"
            )
        case .unusable:
            ServiceError(.io, "cannot process \(SystemFailure.quoted(package)): \(failure.reason)")
        case .tooLarge(let limit):
            PackageFailure.tooLarge(package, "its collection has a value larger than \(PackageFailure.size(limit))")
        case .busy, .damaged, .refused:
            PackageFailure.damaged(package, "its collection cannot be read: \(failure.reason)")
        }
    }
}

/// The names of the decks in a collection.
enum DeckNames {
    /// All deck names by id; a nested deck is `outer::inner`.
    static func all(in database: Database) throws(ServiceError) -> [Int64: String] {
        var names: [Int64: String] = [:]
        if try database.columns(of: "decks").isSuperset(of: ["id", "name"]) {
            let decks = try database.prepare("SELECT id, name FROM decks")
            while try decks.step() {
                // Schema 15 and later separate the parts with a control character.
                names[decks.integer(0)] = decks.text(1).split(separator: "\u{1F}", omittingEmptySubsequences: false)
                    .joined(separator: "::")
            }
        } else if try database.columns(of: "col").contains("decks") {
            let decks = try database.prepare(
                """
                SELECT deck.key, json_extract(deck.value, '$.name')
                FROM (SELECT decks FROM col LIMIT 1), json_each(decks) AS deck WHERE deck.type = 'object'
                """
            )
            while try decks.step() {
                if let id = Int64(decks.text(0)) { names[id] = decks.text(1) }
            }
        }
        return names
    }

    /// The names of the decks that contain cards, sorted.
    static func used(in database: Database, of names: [Int64: String]) throws(ServiceError) -> [String] {
        let decks = try database.prepare("SELECT DISTINCT \(NoteReader.homeDeck) FROM cards")
        var used: Set<String> = []
        while try decks.step() {
            if let name = names[decks.integer(0)] { used.insert(name) }
        }
        return used.sorted()
    }
}

/// The system clock.
enum WallClock {
    /// Milliseconds since 1970, without leap seconds.
    @Sendable static func milliseconds() -> Int64 {
        var time = timespec()
        guard clock_gettime(CLOCK_REALTIME, &time) == 0 else { return 0 }
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
