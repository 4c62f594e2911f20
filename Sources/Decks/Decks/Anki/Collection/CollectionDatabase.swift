import CSQLite
import Database
import LanguageServices
import Platform

/// Opens the databases of collections, which somebody else made.
enum CollectionDatabase {
    /// Opens the database of a collection.
    ///
    /// - Parameters:
    ///   - path: The file; without one the database is in memory and empty.
    ///   - isWritable: Whether it may be changed. Changes are safe only against other connections, not against a power
    ///     cut: a draft is changed, never a file that is anybody's.
    ///   - package: The package that it came out of.
    ///   - limits: How large a value may be.
    static func open(_ path: String?, isWritable: Bool, package: String, limits: PackageLimits) throws(ServiceError)
        -> Database
    {
        let place: DatabaseLocation =
            if let path { isWritable ? .writing(path) : .reading(path) } else { .memory }
        let database = try Database(place, subject: package, largestValue: limits.value) { failure in
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
                "the temporary folder is full, where \(SystemFailure.quoted(package)) was unpacked",
                remedy: "free some space, or set TMPDIR to another folder"
            )
        case .unusable:
            ServiceError(.io, "cannot work on \(SystemFailure.quoted(package)): \(failure.reason)")
        case .tooLarge(let limit):
            PackageFailure.tooLarge(package, "its collection has a value larger than \(PackageFailure.size(limit))")
        case .busy, .damaged, .refused:
            PackageFailure.damaged(package, "its collection cannot be read: \(failure.reason)")
        }
    }
}

/// The names of the decks in a collection.
enum DeckNames {
    /// All names, by the numbers of the decks; a deck within another is `outer::inner`.
    static func all(in database: Database) throws(ServiceError) -> [Int64: String] {
        var names: [Int64: String] = [:]
        if try database.columns(of: "decks").isSuperset(of: ["id", "name"]) {
            let decks = try database.prepare("SELECT id, name FROM decks")
            while try decks.step() {
                // Schema 15 and later keep the parts apart by a control character.
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

    /// The names of the decks that hold cards, sorted.
    static func used(in database: Database, of names: [Int64: String]) throws(ServiceError) -> [String] {
        let decks = try database.prepare("SELECT DISTINCT \(NoteReader.homeDeck) FROM cards")
        var used: Set<String> = []
        while try decks.step() {
            if let name = names[decks.integer(0)] { used.insert(name) }
        }
        return used.sorted()
    }
}

/// The time of day.
enum WallClock {
    /// Milliseconds since 1970, without leap seconds.
    @Sendable static func milliseconds() -> Int64 {
        var time = timespec()
        guard clock_gettime(CLOCK_REALTIME, &time) == 0 else { return 0 }
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
