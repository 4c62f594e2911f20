import LanguageServices
import Platform
import TestSupport
import Testing

@testable import Decks

@Suite struct JournalTests {
    /// A deck and the journal left by a run; one text failed, so the journal was kept.
    private static func interrupted() async throws -> (bench: BatchFixture, journal: [UInt8], deck: [UInt8]) {
        let bench = try BatchFixture(words: 9)
        let provider = CountingTranslation(missing: { $0 == "wc" ? ServiceError(.notFound, "no such word") : nil })
        _ = try await bench.batch(provider).run(output: bench.output)
        return (bench, try #require(contents(bench.journal)), try #require(contents(bench.output)))
    }

    /// Records after a damaged one are also used, since they were paid for as well.
    @Test func skipsADamagedRecord() async throws {
        let (bench, journal, deck) = try await Self.interrupted()
        var damaged = journal
        damaged[JournalHeader.length + JournalRecord.headLength + 20] ^= 0x41
        try AtomicFile.write(damaged, to: bench.journal)
        let provider = CountingTranslation(missing: { $0 == "wc" ? ServiceError(.notFound, "no such word") : nil })
        _ = try await bench.batch(provider).run(output: bench.output)
        #expect(provider.answered == ["wa": 1])
        #expect(contents(bench.output) == deck)
    }

    @Test func letsOnlyTheUserReadIt() async throws {
        let (bench, _, _) = try await Self.interrupted()
        func mode() throws -> mode_t {
            var status = stat()
            try #require(stat(bench.journal, &status) == 0)
            return status.st_mode & 0o777
        }
        #expect(try mode() == 0o600)
        // A backup may have been restored with other permissions.
        try #require(chmod(bench.journal, 0o644) == 0)
        let provider = CountingTranslation(missing: { $0 == "wc" ? ServiceError(.notFound, "no such word") : nil })
        _ = try await bench.batch(provider).run(output: bench.output)
        #expect(try mode() == 0o600)
    }

    @Test func reportsAJournalOfAnotherVersion() async throws {
        let (bench, journal, _) = try await Self.interrupted()
        var other = journal
        other[17] = UInt8(ascii: "9")
        try #require(other.starts(with: Array("parlance journal 9\n".utf8)))
        try AtomicFile.write(other, to: bench.journal)
        let provider = CountingTranslation()
        let failure = await error { try await bench.batch(provider).run(output: bench.output) }
        #expect(failure?.code == .io)
        #expect(failure?.message.contains("a journal of another version") == true)
        #expect(failure?.remedy?.contains("start over") == true)
        #expect(provider.requests.isEmpty)
        #expect(contents(bench.journal) == other)
        _ = try await bench.batch(provider, options: BatchOptions(restarts: true)).run(output: bench.output)
        #expect(provider.answered.count == 9)
    }

    @Test func reportsAFolderWithTheJournalsName() async throws {
        let bench = try BatchFixture(words: 2)
        try #require(mkdir(bench.journal, 0o700) == 0)
        let provider = CountingTranslation()
        let failure = await error { try await bench.batch(provider).run(output: bench.output) }
        #expect(failure?.code == .io)
        #expect(failure?.message.contains(bench.journal) == true)
        #expect(failure?.remedy != nil)
        #expect(provider.requests.isEmpty)
    }

    @Test func reportsAPipeWithTheJournalsName() async throws {
        let bench = try BatchFixture(words: 2)
        try #require(mkfifo(bench.journal, 0o600) == 0)
        let failure = await error { try await bench.batch(CountingTranslation()).run(output: bench.output) }
        #expect(failure?.code == .io)
        #expect(failure?.remedy == "remove it")
    }

    /// Otherwise, another user with write access to a folder could insert answers into our decks.
    @Test(.enabled(if: geteuid() == 0, "only root can give a file to another user"))
    func rejectsAJournalThatOthersCanWrite() async throws {
        let (bench, journal, _) = try await Self.interrupted()
        try #require(chown(bench.journal, 12_345, 12_345) == 0)
        // Root may resume a user's run.
        let provider = CountingTranslation()
        _ = try await bench.batch(provider).run(output: bench.output)
        #expect(provider.requests.isEmpty)
        try #require(chmod(bench.journal, 0o666) == 0)
        let failure = await error { try await bench.batch(provider).run(output: bench.output) }
        #expect(failure?.code == .io)
        #expect(failure?.message.contains("another user") == true)
        #expect(contents(bench.journal) == journal)
    }

    @Test(.enabled(if: geteuid() != 0, "root can read and write every file"))
    func reportsMissingWritePermission() async throws {
        let (bench, _, _) = try await Self.interrupted()
        try #require(chmod(bench.journal, 0o400) == 0)
        let failure = await error { try await bench.batch(CountingTranslation()).run(output: bench.output) }
        #expect(failure?.code == .io)
        #expect(failure?.remedy?.contains("permissions") == true)
    }

    /// The same text has a different key in each journal, so it is impossible to craft a deck in which two texts share
    /// one.
    @Test func eachJournalHasARandomSalt() throws {
        let keys = try (0..<2).map { _ in
            try BatchJournal(output: nil, temporaryFolder: "/tmp", restarts: false, identity: ["a"]).keys.key(of: "x")
        }
        #expect(keys[0] != keys[1])
    }

    @Test func rejectsOversizedAnswers() throws {
        let journal = try BatchJournal(output: nil, temporaryFolder: "/tmp", restarts: false, identity: [])
        let key = journal.keys.key(of: "x")
        let answer = BatchAnswer(bytes: [UInt8](repeating: 65, count: 1 << 28 + 1))
        try journal.append([JournalRecord(key: key, result: .success(answer))])
        guard case .failure(let error) = try journal.result(key) else {
            Issue.record("the journal was accepted")
            return
        }
        #expect(error.code == .limitExceeded)
    }
}
