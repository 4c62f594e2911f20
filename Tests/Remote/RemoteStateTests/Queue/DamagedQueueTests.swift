import CSQLite
import Foundation
import LanguageServices
import RemoteState
import ServiceRegistry
import TestSupport
import Testing

@Suite("Damaged and invalid queue files")
struct DamagedQueueTests {
    private let place: QueuePlace

    init() throws { place = try QueuePlace() }

    /// Changes the database while the queue has it open.
    private func change(_ sql: String) throws {
        var handle: OpaquePointer?
        try #require(sqlite3_open("\(place.path)/requests.sqlite", &handle) == SQLITE_OK)
        defer { sqlite3_close(handle) }
        // A released file is closed when its last operation ends, which may be a little later.
        sqlite3_busy_timeout(handle, 60_000)
        try #require(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
    }

    @Test func aFileThatIsNotADatabaseIsReportedAndLeftAlone() async throws {
        let queue = place.file()
        _ = try await queue.add([waiting("one")])
        // If it were closed later, it would write its log into the changed file.
        queue.close()
        let path = "\(place.path)/requests.sqlite"
        let garbage = Data((0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try garbage.write(to: URL(fileURLWithPath: path))
        for name in ["-wal", "-shm"] { TemporaryFolder.remove(path + name) }
        let error = await #expect(throws: ServiceError.self) { try await place.file().add([waiting("two")]) }
        #expect(error?.code == .io)
        #expect(error?.message.contains("damaged") == true)
        #expect(error?.remedy?.contains("move the file away") == true)
        #expect(contents(path) == Array(garbage))
    }

    @Test func aFutureVersionIsLeftAlone() async throws {
        _ = try await place.file().add([waiting("one")])
        try change("PRAGMA user_version = 2")
        let error = await #expect(throws: ServiceError.self) { try await place.file().entries() }
        #expect(error?.code == .unavailable)
        #expect(error?.remedy != nil)
    }

    @Test(
        arguments: [
            "options = '{'", "options = '{\"version\":9}'", "options = x'00FF'", "options = ''",
            "options = '{\"version\":1,\"translation\":{\"texts\":7}}'", "state = 'elsewhere'",
        ]
    )
    func anUnreadableRequestFailsAndBlocksNoOthers(change sql: String) async throws {
        let queue = place.file()
        _ = try await queue.add([waiting("broken"), waiting("whole")])
        try change("UPDATE requests SET \(sql) WHERE id = 1")
        #expect(try await queue.entries().map(\.state) == [.failed, .waiting])
        #expect(try await queue.claim().map(\.request.text) == ["whole"])
        #expect(try await queue.remove([1]) == [1])
    }

    @Test func aLeaseOwnerCannotPointOutsideTheFolder() async throws {
        let queue = place.file()
        _ = try await queue.add([waiting("one")])
        let victim = place.folder.file("victim.lock")
        try Data().write(to: URL(fileURLWithPath: victim))
        try change("UPDATE requests SET state = 'sending', owner = '../../victim', process = 99999999999")
        #expect(try await queue.states() == ["one": .uncertain])
        #expect(contents(victim) != nil)
    }

    @Test func aFolderOfAnotherUserIsRejected() async throws {
        try FileManager.default.createDirectory(
            atPath: place.path,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o777]
        )
        let error = await #expect(throws: ServiceError.self) { try await place.file().add([waiting("one")]) }
        #expect(error?.code == .io)
        #expect(error?.message.contains("written by other users") == true)
    }

    @Test func aFileInsteadOfTheFolderIsRejected() async throws {
        try Data().write(to: URL(fileURLWithPath: place.path))
        let error = await #expect(throws: ServiceError.self) { try await place.file().add([waiting("one")]) }
        #expect(error?.code == .io)
    }

    @Test func aSymbolicLinkInsteadOfTheFileIsRejected() async throws {
        try FileManager.default.createDirectory(
            atPath: place.path,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        try FileManager.default.createSymbolicLink(
            atPath: "\(place.path)/requests.sqlite",
            withDestinationPath: "/nonexistent/x"
        )
        await #expect(throws: ServiceError.self) { try await place.file().add([waiting("one")]) }
    }
}
