import Database
import LanguageServices
import Platform

/// The folder for corpus indexes, which can be rebuilt at any time.
///
/// The file name of an index is derived from its sources; its content records their state. An outdated index is
/// replaced by renaming a file under a lock; processes that have the old index open continue to use it.
struct IndexFolder: Sendable {
    /// The candidate folders, in order of preference.
    let folders: [String]
    /// The name of the index, without its extension.
    let name: String

    /// - Parameters:
    ///   - cache: The user's cache folder.
    ///   - name: A name that identifies the sources of the index.
    init(cache: String?, name: String) {
        folders = [cache.map(Self.folder(in:)), TemporaryDirectory.forCurrentUser(Self.temporaryPrefix)].compactMap {
            $0
        }
        self.name = name
    }

    private static func folder(in cache: String) -> String { "\(cache)/sentences" }

    private static let temporaryPrefix = "parlance-sentences-"

    /// The folders that may contain indexes, in order of preference.
    static func candidates(cache: String?) -> [String] {
        [cache.map(folder(in:)), TemporaryDirectory.path(forCurrentUser: temporaryPrefix)].compactMap { $0 }
    }

    /// The path of the index in a folder.
    func path(in folder: String) -> String { "\(folder)/\(name).sqlite" }

    /// Opens the index if it matches the current state of the sources.
    func open(state: String) -> CorpusIndex? {
        for folder in folders {
            let path = path(in: folder)
            guard WholeFile.exists(path) else { continue }
            // An earlier version let other users read the folder.
            try? PrivateFolder.makeWithParents(folder)
            // An unreadable index is rebuilt.
            guard let database = try? Self.database(.reading(path), subject: path),
                let index = try? CorpusIndex(database, state: state)
            else { continue }
            return index
        }
        return nil
    }

    /// Removes a damaged index.
    func remove() {
        for folder in folders { unlink(path(in: folder)) }
    }

    /// Builds the index in the first usable folder, or in memory if there is none.
    ///
    /// - Parameters:
    ///   - prepared: Reads and scores the sentences. Not called if another process has built the index in the meantime.
    ///   - isWanted: Whether any request is still waiting for the index.
    /// - Returns: The index, and notices for the user.
    func make(
        state: String,
        isWanted: () -> Bool,
        _ prepared: () throws -> PreparedCorpus
    ) throws -> (index: CorpusIndex, notices: [String]) {
        var corpus: PreparedCorpus?
        var failure: ServiceError?
        for folder in folders {
            do {
                // An index contains the user's texts.
                try PrivateFolder.makeWithParents(folder)
                let lock = try FileLock(path: "\(folder)/.\(name).lock")
                defer { withExtendedLifetime(lock) {} }
                if let index = open(state: state) { return (index, []) }
                removeParts(in: folder)
                let known: PreparedCorpus
                do {
                    known = try corpus ?? prepared()
                } catch {
                    throw SourceFailure(error: error)
                }
                corpus = known
                let index = try write(known, in: folder, state: state, isWanted)
                return (index, Self.notice(failure, "kept in \(SystemFailure.quoted(folder))"))
            } catch let source as SourceFailure {
                throw source.error
            } catch {
                let error = ServiceError(error)
                if error.code == .cancelled { throw error }
                failure = failure ?? error
            }
        }
        let known = try corpus ?? prepared()
        let database = try Self.database(.memory, subject: "in-memory index")
        try known.write(to: database, state: state, isWanted: isWanted)
        guard let index = try CorpusIndex(database, state: state) else {
            throw ServiceError(.providerFailed, "cannot build the sentence index in memory")
        }
        return (index, Self.notice(failure, "kept in memory and rebuilt each time"))
    }

    // MARK: Parts

    private func write(
        _ corpus: PreparedCorpus,
        in folder: String,
        state: String,
        _ isWanted: () -> Bool
    ) throws -> CorpusIndex {
        let part = "\(folder)/.\(name).part-\(String(UInt32.random(in: .min ... .max), radix: 36))"
        var isFinished = false
        defer { if !isFinished { unlink(part) } }
        do {
            // SQLite would let other users read a file that it creates.
            let descriptor = Platform.open(part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else { throw SystemFailure.error("cannot write", part, errno: errno) }
            close(descriptor)
            let database = try Self.database(.writing(part), subject: path(in: folder))
            // The file has a temporary name until it is complete, so no rollback is needed.
            try database.run("PRAGMA journal_mode = MEMORY")
            try database.run("PRAGMA synchronous = OFF")
            try corpus.write(to: database, state: state, isWanted: isWanted)
        }
        try Self.sync(part)
        guard rename(part, path(in: folder)) == 0 else {
            throw SystemFailure.error("cannot write", path(in: folder), errno: errno)
        }
        isFinished = true
        Folder.sync(folder)
        removeForgotten(in: folder)
        let database = try Self.database(.reading(path(in: folder)), subject: path(in: folder))
        guard let index = try CorpusIndex(database, state: state) else {
            throw ServiceError(.io, "another program changed \(SystemFailure.quoted(path(in: folder))) during indexing")
        }
        return index
    }

    /// Removes temporary files left by killed processes; the lock ensures that no other process is building the same
    /// index.
    private func removeParts(in folder: String) {
        let names = (try? Folder.names(in: folder, isHidden: true)) ?? []
        for other in names where other.hasPrefix(".\(name).part-") { unlink("\(folder)/\(other)") }
    }

    /// Removes indexes that have not been used for two months, such as those for deleted corpora or earlier settings.
    private func removeForgotten(in folder: String) {
        let limit = time(nil) - 60 * 24 * 3600
        for other in (try? Folder.names(in: folder)) ?? [] where other.hasSuffix(".sqlite") && other != "\(name).sqlite"
        {
            var status = stat()
            guard stat("\(folder)/\(other)", &status) == 0 else { continue }
            #if canImport(Darwin)
            let last = max(status.st_atimespec.tv_sec, status.st_mtimespec.tv_sec)
            #else
            let last = max(status.st_atim.tv_sec, status.st_mtim.tv_sec)
            #endif
            if last < limit { unlink("\(folder)/\(other)") }
        }
    }

    private static func sync(_ path: String) throws(ServiceError) {
        let file = Platform.open(path, O_RDWR | O_CLOEXEC)
        guard file >= 0 else { throw SystemFailure.error("cannot write", path, errno: errno) }
        defer { close(file) }
        guard fsync(file) == 0 else { throw SystemFailure.error("cannot write", path, errno: errno) }
    }

    private static func database(_ location: DatabaseLocation, subject: String) throws(ServiceError) -> Database {
        let database = try Database(location, subject: subject, largestValue: IndexSchema.largestValue) { failure in
            ServiceError(
                .io,
                "cannot use the index \(SystemFailure.quoted(subject)): \(failure.reason)",
                remedy: failure.kind == .full ? "free some disk space" : "remove it; it will be rebuilt"
            )
        }
        try database.run("PRAGMA cache_size = -16000")
        return database
    }

    /// A failure in the sources; trying another folder would not help.
    private struct SourceFailure: Error {
        let error: any Error
    }

    private static func notice(_ failure: ServiceError?, _ instead: String) -> [String] {
        failure.map { ["\($0.message); the index is \(instead)"] } ?? []
    }
}
