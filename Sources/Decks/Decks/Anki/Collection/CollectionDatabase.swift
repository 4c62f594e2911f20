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
        let place: DatabasePlace =
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
