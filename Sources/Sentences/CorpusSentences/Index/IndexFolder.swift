import Database
import LanguageServices
import Platform

/// Where the indexes of corpora are kept, which can be made again at any time.
///
/// The name of an index tells from which sources it was made, and the index itself in which state they were; so an index of
/// an older state is replaced by a rename, under a lock, and who has it open keeps what he has.
struct IndexFolder: Sendable {
    /// The folders to be tried, in order.
    let folders: [String]
    /// The name of the index, without its ending.
    let name: String

    /// - Parameters:
    ///   - cache: The user's folder for what can be made again.
    ///   - name: What tells the index from those of other sources.
    init(cache: String?, name: String) {
        folders = [cache.map { "\($0)/sentences" }, TemporaryDirectory.forCurrentUser("parlance-sentences-")].compactMap {
            $0
        }
        self.name = name
    }

    /// The path of the index in a folder.
    func path(in folder: String) -> String { "\(folder)/\(name).sqlite" }

    /// Opens an index that was made of the sources as they are.
    func open(state: String) -> CorpusIndex? {
        for folder in folders {
            let path = path(in: folder)
            guard WholeFile.exists(path) else { continue }
            // What cannot be read is made anew.
            guard let database = try? Self.database(.reading(path), subject: path),
                let index = try? CorpusIndex(database, state: state)
            else { continue }
            return index
        }
        return nil
    }

    /// Removes an index that is damaged.
    func remove() {
        for folder in folders { unlink(path(in: folder)) }
    }

    /// Makes the index, in the first folder in which that can be done, else in memory.
    ///
    /// - Parameters:
    ///   - prepared: Reads and judges the sentences; asked when somebody else has not made the index meanwhile.
    ///   - isWanted: Whether anybody still waits for it.
    /// - Returns: The index, and what the user should know.
    func make(
        state: String,
        isWanted: () -> Bool,
        _ prepared: () throws -> PreparedCorpus
    ) throws -> (index: CorpusIndex, notices: [String]) {
        var corpus: PreparedCorpus?
        var failure: ServiceError?
        for folder in folders {
            do {
                try Folder.make(folder)
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
        let database = try Self.database(.memory, subject: "the index in memory")
        try known.write(to: database, state: state, isWanted: isWanted)
        guard let index = try CorpusIndex(database, state: state) else {
            throw ServiceError(.providerFailed, "the index of sentences could not be made")
        }
        return (index, Self.notice(failure, "made anew each time"))
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
            let database = try Self.database(.creating(part), subject: path(in: folder))
            // Nobody sees the file before it is whole, so nothing has to be taken back.
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
            throw ServiceError(.io, "the index \(SystemFailure.quoted(path(in: folder))) was changed while it was made")
        }
        return index
    }

    /// What was left by a process that was killed: under the lock nobody else makes the same index.
    private func removeParts(in folder: String) {
        let names = (try? Folder.names(in: folder, isHidden: true)) ?? []
        for other in names where other.hasPrefix(".\(name).part-") { unlink("\(folder)/\(other)") }
    }

    /// Indexes that nobody has read for two months: of a corpus that is gone, or of other settings.
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

    private static func database(_ place: DatabaseLocation, subject: String) throws(ServiceError) -> Database {
        let database = try Database(place, subject: subject, largestValue: IndexSchema.largestValue) { failure in
            ServiceError(
                .io,
                "the index \(SystemFailure.quoted(subject)) cannot be used: \(failure.reason)",
                remedy: failure.kind == .full ? "free some space" : "remove it; it is made again"
            )
        }
        try database.run("PRAGMA cache_size = -16000")
        return database
    }

    /// A failure of the sources, for which no other folder is any better.
    private struct SourceFailure: Error {
        let error: any Error
    }

    private static func notice(_ failure: ServiceError?, _ instead: String) -> [String] {
        failure.map { ["\($0.message); the index is \(instead)"] } ?? []
    }
}
