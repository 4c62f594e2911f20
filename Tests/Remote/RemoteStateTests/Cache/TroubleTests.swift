import Database
import LanguageServices
import Platform
import RemoteState
import TestSupport
import Testing

/// A damaged or inaccessible cache file must never fail a request.
@Suite("Cache with disk errors")
struct TroubleTests {
    /// Uses a store in every way, and only expects that no error is thrown.
    private func use(_ store: DiskResponseStore) async throws {
        for round in 0..<3 {
            _ = try await store.text("a")
            try await store.keep("new \(round)")
        }
    }

    private func damagedFolders(_ trial: TrialStore) -> [String] {
        trial.folder.names().filter { $0.hasPrefix("answers.damaged-") }
    }

    @Test(
        "an invalid file is replaced by a new cache, with a single notice",
        arguments: ["text", "empty header", "other database", "missing table", "garbage"]
    )
    func damage(_ kind: String) async throws {
        let trial = try TrialStore()
        try await trial.open().keep("a")
        try Self.damage(trial.file, kind)
        let store = trial.open()
        try await use(store)
        #expect(try await store.text("new 2") == "new 2")
        #expect(trial.notices.count == 1)
        #expect(trial.notices.first?.message.hasPrefix("a new cache was created") == true)
        #expect(damagedFolders(trial).count == 1)
        #expect(try store.mistakes().isEmpty)
        // The next process is not affected.
        #expect(try await trial.open().text("new 0") == "new 0")
        #expect(trial.notices.count == 1)
        // Only one damaged file is kept, and clearing removes it.
        trial.pass(seconds: 5)
        try Self.damage(trial.file, "text")
        try await use(trial.open())
        #expect(damagedFolders(trial).count == 1)
        _ = try trial.open().clear()
        #expect(damagedFolders(trial).isEmpty)
    }

    private static func damage(_ file: String, _ kind: String) throws {
        for name in [file, file + "-wal", file + "-shm"] { unlink(name) }
        switch kind {
        case "text": try AtomicFile.write(Array(String(repeating: "no database ", count: 1000).utf8), to: file)
        case "empty header": try AtomicFile.write(Array(repeating: 0, count: 8192), to: file)
        case "garbage":
            var random = Mutator(seed: 7)
            let bytes = Array("SQLite format 3\u{0}".utf8) + (0..<20_000).map { _ in UInt8(random.below(256)) }
            try AtomicFile.write(bytes, to: file)
        default:
            let database = try Database(.creating(file), subject: "", largestValue: 1 << 20) {
                ServiceError(.io, $0.reason)
            }
            try database.run("CREATE TABLE other (a)")
            if kind == "missing table" { try database.setUserVersion(1) }
        }
    }

    @Test("a file found damaged during use is replaced")
    func damageInUse() async throws {
        let trial = try TrialStore()
        do {
            let store = trial.open()
            for number in 0..<300 { try await store.keep("\(number)", String(repeating: "\(number) ", count: 500)) }
            _ = try store.clear(CacheSelection(provider: "nobody"))
        }
        var bytes = try #require(contents(trial.file))
        for place in stride(from: 4096 * 3, to: bytes.count, by: 61) { bytes[place] ^= 0xFF }
        for suffix in ["-wal", "-shm"] { unlink(trial.file + suffix) }
        try AtomicFile.write(bytes, to: trial.file)
        let store = trial.open()
        for number in 0..<300 {
            let text = try await store.text("\(number)")
            #expect(text == nil || text == String(repeating: "\(number) ", count: 500))
        }
        for number in 0..<50 { try await store.keep("after \(number)") }
        #expect(try await store.text("after 49") == "after 49")
        #expect(trial.notices.count == 1)
        #expect(try store.mistakes().isEmpty)
    }

    @Test("several processes set the same damaged file aside once")
    func together() async throws {
        let trial = try TrialStore()
        try await trial.open().keep("a")
        try Self.damage(trial.file, "text")
        let stores = (0..<8).map { _ in trial.open() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, store) in stores.enumerated() { group.addTask { try await store.keep("\(number)") } }
            try await group.waitForAll()
        }
        #expect(damagedFolders(trial).count == 1)
        let store = trial.open()
        var missing: [Int] = []
        for number in 0..<8 {
            let text = try await store.text("\(number)")
            if text == nil { missing.append(number) } else { #expect(text == "\(number)") }
        }
        // If a write waits for more than five seconds on a busy machine, the store skips it and gives a notice.
        let told = trial.notices.filter { !$0.message.hasPrefix("a new cache was created") }
        #expect(missing.count <= told.count, "\(missing) without a notice: \(trial.notices)")
        for number in missing { try await store.keep("\(number)") }
        for number in 0..<8 { #expect(try await store.text("\(number)") == "\(number)") }
        #expect(try store.mistakes().isEmpty)
    }

    @Test(
        "if a cache cannot be used, requests work without it, with a single notice",
        arguments: [
            "a file for the folder", "a folder for the file", "a link", "a folder that others may write to",
            "a newer version",
        ]
    )
    func without(_ kind: String) async throws {
        let trial = try TrialStore()
        switch kind {
        case "a file for the folder": try AtomicFile.write([1], to: trial.folder.file("answers"))
        case "a folder for the file":
            _ = try trial.folder.folder("answers")
            _ = try trial.folder.folder("answers/answers.sqlite")
        case "a link":
            _ = try trial.folder.folder("answers")
            try AtomicFile.write([], to: trial.folder.file("elsewhere"))
            try #require(symlink(trial.folder.file("elsewhere"), trial.file) == 0)
        case "a folder that others may write to":
            _ = try trial.folder.folder("answers")
            try #require(chmod(trial.folder.file("answers"), 0o777) == 0)
        default:
            try await trial.open().keep("a")
            let database = try Database(.writing(trial.file), subject: "", largestValue: 1 << 20) {
                ServiceError(.io, $0.reason)
            }
            try database.setUserVersion(2)
        }
        let before = trial.folder.names()
        let store = trial.open()
        try await use(store)
        #expect(try await store.text("new 0") == nil)
        #expect(trial.notices.count == 1)
        #expect(trial.notices.first?.message.hasPrefix("answers are not cached: ") == true)
        #expect(trial.folder.names() == before)
    }

    @Test("the cache is off if its folder cannot be created")
    func unmakeable() async throws {
        let trial = try TrialStore()
        try AtomicFile.write([1], to: trial.folder.file("file"))
        for place in [trial.folder.file("file/cache"), "/proc/none", "", "/\u{0}"] {
            let store = trial.open(in: place)
            try await use(store)
            #expect(try await store.text("new 0") == nil)
        }
        #expect(trial.notices.count == 4)
    }

    @Test("the cache is off if its folder is not writable", .enabled(if: geteuid() != 0, "root may write everywhere"))
    func readOnly() async throws {
        let trial = try TrialStore()
        try await trial.open().keep("a")
        for path in [trial.file, trial.folder.file("answers"), trial.folder.path] { chmod(path, 0o500) }
        defer { for path in [trial.folder.path, trial.folder.file("answers")] { chmod(path, 0o700) } }
        try await use(trial.open())
        #expect(trial.notices.count == 1)
    }

    @Test("the store waits for a write by another process, but not forever")
    func busy() async throws {
        let trial = try TrialStore()
        let store = trial.open()
        try await store.keep("a")
        let other = try Database(.writing(trial.file), subject: "", largestValue: 1 << 20) {
            ServiceError(.io, $0.reason)
        }
        try other.run("BEGIN IMMEDIATE")
        // Reads do not wait, not even to record the time of use.
        trial.pass(days: 1)
        #expect(try await store.text("a") == "a")
        try await store.keep("b")
        #expect(try await store.text("b") == nil)
        #expect(trial.notices.count == 1)
        try other.run("COMMIT")
        try await store.keep("b")
        #expect(try await store.text("b") == "b")
        #expect(trial.notices.count == 1)
    }

    @Test("the log of another file is not used")
    func foreignLog() async throws {
        let trial = try TrialStore()
        let other = try TrialStore()
        try await trial.open().keep("a")
        try await other.open().keep("b")
        let log = try #require(contents(other.file + "-wal"))
        unlink(trial.file + "-shm")
        try AtomicFile.write(log, to: trial.file + "-wal")
        let store = trial.open()
        try await use(store)
        #expect(try store.mistakes().isEmpty)
    }
}
