import Database
import LanguageServices
import Platform
import RemoteState
import ServiceRegistry
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct UsageDatabaseTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("state/parlance/usage.sqlite")
    }

    private static let day = UsagePeriod(.day, at: 1_774_998_000)
    private static let month = UsagePeriod(.month, at: 1_774_998_000)

    private func store() -> UsageDatabase { UsageDatabase(path: path) { 1_774_998_000 } }

    private func count(
        _ characters: Int,
        _ store: UsageDatabase,
        for account: ProviderID = "deepl",
        within budgets: [UsageBudget] = []
    ) async throws -> Int? {
        try await store.count(
            Usage(requests: 1, characters: characters),
            for: account,
            in: Self.day,
            Self.month,
            within: budgets
        )?.used
    }

    private func failure(_ call: () async throws -> Void) async -> ServiceError? {
        do {
            try await call()
            return nil
        } catch {
            return ServiceError(error)
        }
    }

    @Test func countsPersistAfterTheStoreIsClosed() async throws {
        #expect(try await count(7, store()) == nil)
        #expect(try await count(8, store()) == nil)
        #expect(try await count(1, store(), for: "google") == nil)
        let records = try await store().usage(in: [Self.month])
        #expect(
            records == [
                UsageRecord(account: "deepl", period: "2026-03", usage: Usage(requests: 2, characters: 15)),
                UsageRecord(account: "google", period: "2026-03", usage: Usage(requests: 1, characters: 1)),
            ]
        )
        #expect(try await store().usage(in: [Self.day]).map(\.period) == ["2026-03-31", "2026-03-31"])
    }

    @Test func aRejectionByABudgetChangesNothing() async throws {
        let store = store()
        let budgets: [UsageBudget] = [.init(100, .requests, in: .day), .init(10, .characters, in: .month)]
        #expect(try await count(6, store, within: budgets) == nil)
        #expect(try await count(5, store, within: budgets) == 6)
        #expect(try await count(4, store, within: budgets) == nil)
        #expect(try await count(0, store, within: budgets) == nil)
        #expect(try await store.usage(in: [Self.day]).map(\.usage) == [Usage(requests: 3, characters: 10)])
    }

    @Test func releasedCountsAreFreeAndNeverNegative() async throws {
        let store = store()
        _ = try await count(6, store)
        for _ in 0..<2 {
            try await store.refund(Usage(requests: 1, characters: 6), for: "deepl", in: Self.day, Self.month)
        }
        #expect(try await store.usage(in: [Self.day, Self.month]) == [])
        #expect(try await count(10, store, within: [.init(10, .characters, in: .day)]) == nil)
    }

    @Test func resettingClearsOneProviderOrAll() async throws {
        #expect(try await store().reset(nil) == false)
        #expect(!WholeFile.isAnything(at: path), "reading created a file")
        for account in ["a", "b", "c"] as [ProviderID] { _ = try await count(1, store(), for: account) }
        #expect(try await store().reset("b"))
        #expect(try await store().reset("b") == false)
        #expect(try await store().usage(in: [Self.day]).map(\.account) == ["a", "c"])
        #expect(try await store().reset(nil))
        #expect(try await store().usage(in: [Self.day]) == [])
    }

    @Test func manyConnectionsTogetherKeepTheBudget() async throws {
        let budget = [UsageBudget(57, .requests, in: .day), UsageBudget(1000, .characters, in: .day)]
        let stores = (0..<8).map { _ in store() }
        let counted = try await withThrowingTaskGroup(of: Int.self) { tasks in
            for store in stores {
                tasks.addTask {
                    var counted = 0
                    for _ in 0..<20 where try await count(3, store, within: budget) == nil { counted += 1 }
                    return counted
                }
            }
            return try await tasks.reduce(0, +)
        }
        #expect(counted == 57)
        #expect(try await store().usage(in: [Self.day]).map(\.usage) == [Usage(requests: 57, characters: 171)])
    }

    @Test func tokensAreCountedInFilesOfOldVersionsToo() async throws {
        _ = try await count(5, store())
        // Written by a version that did not count tokens.
        let old = try Database(.writing(path), subject: path, largestValue: 1 << 20) {
            ServiceError(.io, $0.reason)
        }
        try old.run("ALTER TABLE usage DROP COLUMN tokens")
        let open = store()
        let budget = [UsageBudget(100, .tokens, in: .day)]
        for (tokens, used) in [(60, nil), (40, nil), (1, 100)] as [(Int, Int?)] {
            let refusal = try await open.count(
                Usage(requests: 1, tokens: tokens),
                for: "deepl",
                in: Self.day,
                Self.month,
                within: budget
            )
            #expect(refusal?.used == used)
        }
        try await open.refund(Usage(tokens: 30), for: "deepl", in: Self.day, Self.month)
        let sum = Usage(requests: 3, characters: 5, tokens: 70)
        #expect(try await store().usage(in: [Self.day, Self.month]).map(\.usage) == [sum, sum])
    }

    @Test func theFileBelongsToTheUser() async throws {
        _ = try await count(1, store())
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(stat(folder.file("state/parlance"), &status) == 0)
        #expect(status.st_mode & 0o777 == 0o700)
    }

    @Test func erasingRemovesTheCountsAndADamagedFile() async throws {
        let open = store()
        #expect(try await !open.erase())
        _ = try await count(7, open)
        let other = store()
        #expect(try await other.erase())
        #expect(try await open.usage(in: [Self.day]).isEmpty)
        _ = try await count(2, open)
        #expect(try await other.usage(in: [Self.day]).map(\.usage) == [Usage(requests: 1, characters: 2)])
        try AtomicFile.write(Array(repeating: 7, count: 9000), to: path)
        #expect(try await store().erase())
        #expect(!WholeFile.exists(path))
        _ = try await count(3, open)
        #expect(try await open.usage(in: [Self.day]).map(\.usage) == [Usage(requests: 1, characters: 3)])
    }

    @Test func oldCountsAreRemoved() async throws {
        _ = try await count(1, store())
        let later = UsageDatabase(path: path) { 1_774_998_000 + 200 * 86_400 }
        let now = later.secondsSince1970
        _ = try await later.count(
            Usage(requests: 1),
            for: "deepl",
            in: UsagePeriod(.day, at: now),
            UsagePeriod(.month, at: now),
            within: []
        )
        #expect(try await later.usage(in: [Self.day, Self.month]) == [])
        #expect(try await later.usage(in: [UsagePeriod(.month, at: now)]).count == 1)
    }

    @Test func aFileThatWasRemovedOrReplacedIsNotedByAnOpenStore() async throws {
        let open = store()
        _ = try await count(5, open)
        #expect(unlink(path) == 0)
        _ = try await count(6, open)
        // Both use the same file.
        #expect(try await store().usage(in: [Self.day]).map(\.usage.characters) == [6])
        _ = try await count(1, store())
        #expect(try await open.usage(in: [Self.day]).map(\.usage.characters) == [7])
    }

    // MARK: Files that cannot be used

    /// Creates the folder with a file that contains something else.
    private func place(_ bytes: [UInt8]) throws {
        try Folder.make(folder.file("state"))
        try PrivateFolder.make(folder.file("state/parlance"), remedy: "")
        try AtomicFile.write(bytes, to: path)
    }

    @Test(arguments: [
        Array(
            "this is no database, but long enough to be looked at as one, with its first hundred bytes and more ...."
                .utf8
        ),
        Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0xAB, count: 8176),
    ])
    func aDamagedFileIsNotIgnored(bytes: [UInt8]) async throws {
        try place(bytes)
        let error = try #require(await failure { _ = try await count(1, store()) })
        #expect(error.code == .io)
        #expect(error.message.contains("is damaged"), "\(error)")
        #expect(error.message.contains("usage.sqlite"))
        #expect(error.remedy?.contains("remove the file") == true)
        // The file is left as it is, for the user to inspect.
        #expect(try WholeFile.read(path, limit: 1 << 20) == bytes)
        #expect(await failure { _ = try await store().usage(in: [Self.day]) }?.code == .io)
        // Once it has been removed, counting works.
        let open = store()
        #expect(await failure { _ = try await count(1, open) } != nil)
        #expect(unlink(path) == 0)
        _ = try await count(1, open)
    }

    @Test func damagedBytesNeverGiveNegativeCounts() async throws {
        for number in 0..<40 { _ = try await count(3, store(), for: ProviderID(rawValue: "p\(number)")) }
        let whole = try WholeFile.read(path, limit: 1 << 20)
        for seed in 0..<300 {
            var bytes = whole
            for step in 0..<3 {
                bytes[(seed * 7919 + step * 104_729) % bytes.count] ^= UInt8(truncatingIfNeeded: seed + 1)
            }
            try AtomicFile.write(bytes, to: path)
            let store = store()
            if let error = await failure({ _ = try await count(1, store, within: [.init(10, .characters, in: .day)]) })
            {
                #expect(error.code == .io || error.code == .unavailable, "\(error)")
                #expect(error.remedy != nil)
            } else {
                #expect(await failure { _ = try await store.usage(in: [Self.day]) }.map { $0.code == .io } ?? true)
            }
        }
    }

    @Test func aFileOfALaterVersionIsLeftAlone() async throws {
        _ = try await count(1, store())
        let database = try Database(.writing(path), subject: path, largestValue: 1000) {
            ServiceError(.io, $0.reason)
        }
        try database.setUserVersion(2)
        let error = try #require(await failure { _ = try await count(1, store()) })
        #expect(error.code == .unavailable)
        #expect(error.message.contains("later version"))
    }

    @Test func anotherDatabaseIsNotWrittenTo() async throws {
        try place([])
        let database = try Database(.writing(path), subject: path, largestValue: 1000) {
            ServiceError(.io, $0.reason)
        }
        try database.run("CREATE TABLE mine (a)")
        let error = try #require(await failure { _ = try await count(1, store()) })
        #expect(error.message.contains("another program's database"))
        #expect(try database.columns(of: "usage").isEmpty)
    }

    @Test func aFolderInsteadOfTheFileAndAMissingParentAreErrors() async throws {
        try Folder.make(path)
        let error = try #require(await failure { _ = try await count(1, store()) })
        #expect(error.code == .io)
        let nowhere = UsageDatabase(path: nil)
        let missing = try #require(await failure { _ = try await count(1, nowhere) })
        #expect(missing.remedy == "set HOME or XDG_STATE_HOME")
    }

    @Test func aLinkIsNotFollowed() async throws {
        try place([])
        #expect(unlink(path) == 0)
        #expect(symlink(folder.file("elsewhere"), path) == 0)
        #expect(await failure { _ = try await count(1, store()) }?.code == .io)
        #expect(!WholeFile.isAnything(at: folder.file("elsewhere")))
    }
}
