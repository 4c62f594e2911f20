import LanguageServices
import Platform
import TestSupport
import Testing

@testable import Decks

@Suite struct JournalTests {
    /// Words and what a run left of them; one of them failed, so that there is a journal.
    private static func interrupted() async throws -> (bench: BatchFixture, journal: [UInt8], deck: [UInt8]) {
        let bench = try BatchFixture(words: 9)
        let provider = CountingTranslation(missing: { $0 == "wc" ? ServiceError(.notFound, "no such word") : nil })
        _ = try await bench.batch(provider).run(output: bench.output)
        return (bench, try #require(contents(bench.journal)), try #require(contents(bench.output)))
    }

    /// What stands behind a damaged record was paid for as well.
    @Test func passesOverADamagedRecord() async throws {
        let (bench, journal, deck) = try await Self.interrupted()
        var damaged = journal
        damaged[JournalHeader.length + JournalRecord.headLength + 20] ^= 0x41
        try AtomicFile.write(damaged, to: bench.journal)
        let provider = CountingTranslation(missing: { $0 == "wc" ? ServiceError(.notFound, "no such word") : nil })
        _ = try await bench.batch(provider).run(output: bench.output)
        #expect(provider.answered == ["wa": 1])
        #expect(contents(bench.output) == deck)
    }

    @Test func saysThatAJournalIsOfAnotherVersion() async throws {
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

    @Test func saysThatAFolderIsInItsPlace() async throws {
        let bench = try BatchFixture(words: 2)
        try #require(mkdir(bench.journal, 0o700) == 0)
        let provider = CountingTranslation()
        let failure = await error { try await bench.batch(provider).run(output: bench.output) }
        #expect(failure?.code == .io)
        #expect(failure?.message.contains(bench.journal) == true)
        #expect(failure?.remedy != nil)
        #expect(provider.requests.isEmpty)
    }

    @Test func saysThatAPipeIsInItsPlace() async throws {
        let bench = try BatchFixture(words: 2)
        try #require(mkfifo(bench.journal, 0o600) == 0)
        let failure = await error { try await bench.batch(CountingTranslation()).run(output: bench.output) }
        #expect(failure?.code == .io)
        #expect(failure?.remedy == "remove it")
    }

    /// Somebody who may write to a folder of ours could otherwise put answers into our decks.
    @Test(.enabled(if: geteuid() == 0, "only root can give a file to somebody else"))
    func believesNoJournalThatOthersMayWrite() async throws {
        let (bench, journal, _) = try await Self.interrupted()
        try #require(chown(bench.journal, 12_345, 12_345) == 0)
        // Root may go on with what a user has begun.
        let provider = CountingTranslation()
        _ = try await bench.batch(provider).run(output: bench.output)
        #expect(provider.requests.isEmpty)
        try #require(chmod(bench.journal, 0o666) == 0)
        let failure = await error { try await bench.batch(provider).run(output: bench.output) }
        #expect(failure?.code == .io)
        #expect(failure?.message.contains("another user") == true)
        #expect(contents(bench.journal) == journal)
    }

    @Test(.enabled(if: geteuid() != 0, "root may read and write everything"))
    func saysThatItMayNotBeWritten() async throws {
        let (bench, _, _) = try await Self.interrupted()
        try #require(chmod(bench.journal, 0o400) == 0)
        let failure = await error { try await bench.batch(CountingTranslation()).run(output: bench.output) }
        #expect(failure?.code == .io)
        #expect(failure?.remedy?.contains("permissions") == true)
    }

    /// The same text has other keys in another journal, so that nobody can write a deck in which two texts share one.
    @Test func drawsANumberForEachJournal() throws {
        let keys = try (0..<2).map { _ in
            try BatchJournal(output: nil, temporaryFolder: "/tmp", restarts: false, identity: ["a"]).keys.key(of: "x")
        }
        #expect(keys[0] != keys[1])
    }

    @Test func refusesAnswersWithoutEnd() throws {
        let journal = try BatchJournal(output: nil, temporaryFolder: "/tmp", restarts: false, identity: [])
        let key = journal.keys.key(of: "x")
        let answer = BatchAnswer(bytes: [UInt8](repeating: 65, count: 1 << 28 + 1))
        try journal.append([JournalRecord(key: key, result: .success(answer))])
        guard case .failure(let error) = try journal.result(key) else {
            Issue.record("it was accepted")
            return
        }
        #expect(error.code == .limitExceeded)
    }
}
