import Database
import LanguageServices
import Platform
import RemoteState
import ServiceRegistry
import TestSupport
import Testing

/// Tests how the cache, the queue and the usage counts open and reject their files.
@Suite("State files")
struct StateFileTests {
    enum Store: String, CaseIterable {
        case cache = "answers"
        case queue = "requests"
        case usage
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ store: Store) -> String { folder.file("answers/\(store.rawValue).sqlite") }

    /// Uses the store in a way that opens its file.
    ///
    /// - Returns: The error, if it cannot be opened.
    private func use(_ store: Store) async -> ServiceError? {
        do {
            switch store {
            case .cache: _ = try DiskResponseStore(folder: folder.path).statistics()
            case .queue: _ = try await QueueFile(folder: folder.file("answers")).add([waiting("one")])
            case .usage: _ = try await UsageDatabase(path: path(store)).usage(in: [UsagePeriod(.day, at: 0)])
            }
            return nil
        } catch {
            return ServiceError(error)
        }
    }

    private func makeDatabase(_ store: Store, _ change: (Database) throws -> Void) throws {
        try PrivateFolder.make(folder.file("answers"), remedy: "")
        let database = try Database(.creating(path(store)), subject: "", largestValue: 1 << 20) {
            ServiceError(.io, $0.reason)
        }
        try change(database)
    }

    @Test("another program's database is rejected and not changed", arguments: Store.allCases)
    func otherDatabase(_ store: Store) async throws {
        try makeDatabase(store) { try $0.run("CREATE TABLE mine (a)") }
        let error = try #require(await use(store))
        #expect(error.code == .io)
        #expect(error.message.contains("it is another program's database"), "\(error)")
        #expect(error.remedy != nil)
        try makeDatabase(store) { database in
            let tables = try database.number("SELECT count(*) FROM sqlite_master")
            #expect(tables == 1)
        }
    }

    @Test("a file with missing columns is damaged", arguments: Store.allCases)
    func otherTable(_ store: Store) async throws {
        try makeDatabase(store) { database in
            try database.run("CREATE TABLE \(store.rawValue) (a)")
            try database.setUserVersion(1)
        }
        let error = try #require(await use(store))
        #expect(error.code == .io)
        #expect(error.message.contains("is damaged"), "\(error)")
    }

    @Test("a file of a later version is not changed", arguments: Store.allCases)
    func laterVersion(_ store: Store) async throws {
        try makeDatabase(store) { try $0.setUserVersion(7) }
        let error = try #require(await use(store))
        #expect(error.code == .unavailable)
        #expect(error.message.contains("later version"), "\(error)")
    }

    @Test("a file that others can read becomes private", arguments: Store.allCases)
    func permissions(_ store: Store) async throws {
        try makeDatabase(store) { _ in }
        try #require(chmod(path(store), 0o644) == 0)
        #expect(await use(store) == nil)
        var status = stat()
        try #require(stat(path(store), &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
    }

    @Test("the log becomes private, and so does a folder that belongs to the store", arguments: Store.allCases)
    func folderPermissions(_ store: Store) async throws {
        try makeDatabase(store) { _ in }
        let log = path(store) + "-wal"
        try #require(chmod(folder.file("answers"), 0o755) == 0)
        try AtomicFile.write([], to: log)
        try #require(chmod(log, 0o644) == 0)
        #expect(await use(store) == nil)
        var status = stat()
        try #require(stat(folder.file("answers"), &status) == 0)
        // Counts are no texts, and a program may keep them in a folder of its own.
        #expect(status.st_mode & 0o777 == (store == .usage ? 0o755 : 0o700))
        if stat(log, &status) == 0 { #expect(status.st_mode & 0o777 == 0o600) }
    }
}
