import LanguageServices
import Platform
import TestSupport
import Testing

@Suite("Regular files") struct RegularFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func file(_ bytes: [UInt8]) throws -> String {
        try AtomicFile.write(bytes, to: folder.file("a"))
        return folder.file("a")
    }

    @Test("a file is read completely and in parts") func reading() throws {
        let bytes = (0..<(RegularFile.piece + 1000)).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let file = try RegularFile(path: file(bytes))
        #expect(file.size == bytes.count)
        var all: [UInt8] = []
        var pieces = 0
        try file.readAll { (piece) throws(ServiceError) in
            all.append(contentsOf: piece)
            pieces += 1
        }
        #expect(all == bytes)
        #expect(pieces == 2)
        #expect(try file.bytes(3) == Array(bytes.prefix(3)))
        #expect(try file.bytes(100, at: bytes.count - 5) == Array(bytes.suffix(5)))
        #expect(try file.bytes(1, at: bytes.count) == [])
        #expect(try file.bytes(0) == [])
    }

    @Test("the content stays the same when another file replaces it under its name") func replaced() throws {
        let path = try file([1, 2, 3])
        let opened = try RegularFile(path: path)
        _ = try file([9])
        #expect(try opened.bytes(9) == [1, 2, 3])
        unlink(path)
        #expect(try opened.bytes(9) == [1, 2, 3])
    }

    @Test("other kinds of files are rejected without waiting", .timeLimit(.minutes(10)))
    func others() throws {
        try #require(mkfifo(folder.file("pipe"), 0o600) == 0)
        try #require(symlink("/dev/zero", folder.file("device")) == 0)
        try #require(mkdir(folder.file("folder"), 0o700) == 0)
        let reasons = [("pipe", "not a regular file"), ("device", "not a regular file"), ("folder", "directory")]
        for (name, reason) in reasons {
            for opening in [{ _ = try RegularFile(path: $0) }, RegularFile.check] as [(String) throws -> Void] {
                let error = #expect(throws: ServiceError.self) { try opening(folder.file(name)) }
                #expect(error?.code == .io && error?.message.contains(reason) == true && error?.remedy != nil)
            }
        }
        #expect(throws: ServiceError.self) { try RegularFile(path: folder.file("missing")) }
        #expect(throws: ServiceError.self) { try RegularFile(path: "a\0b") }
        #expect(throws: ServiceError.self) { try RegularFile(path: "") }
        // A missing file is nothing to reject.
        #expect(throws: Never.self) { try RegularFile.check(folder.file("missing")) }
    }
}
