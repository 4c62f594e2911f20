import LanguageServices
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Decks

@Suite struct BatchResumeTests {
    /// A killed run leaves a journal that may end anywhere, even within a record.
    @Test func resumesFromAJournalTruncatedAnywhere() async throws {
        let bench = try BatchFixture(words: 9)
        // One text fails, so the journal is kept.
        let first = CountingTranslation(missing: { $0 == "wc" ? ServiceError(.notFound, "no such word") : nil })
        _ = try await bench.batch(first).run(output: bench.output)
        let journal = try #require(contents(bench.journal))
        let deck = try #require(contents(bench.output))
        var counts: Set<Int> = []
        for length in 0...journal.count {
            try AtomicFile.write(Array(journal.prefix(length)), to: bench.journal)
            unlink(bench.output)
            let provider = CountingTranslation(missing: { $0 == "wc" ? ServiceError(.notFound, "no such word") : nil })
            let summary = try await bench.batch(provider).run(output: bench.output)
            #expect(contents(bench.output) == deck)
            #expect(provider.answered.values.allSatisfy { $0 == 1 })
            #expect(provider.answered.count + summary.forecast.textsKnown + summary.forecast.textsFailed == 9)
            counts.insert(provider.answered.count)
        }
        #expect(counts == Set(0...9))
    }

    /// A run killed while writing the deck leaves a partial file.
    @Test func removesAnIncompleteDeck() async throws {
        let bench = try BatchFixture(words: 3)
        let (part, other) = (".out.tsv.part-1a2b3c", ".words.tsv.part-1a2b3c")
        for name in [part, other] { try AtomicFile.write([1], to: bench.decks.folder.file(name)) }
        let summary = try await bench.batch(CountingTranslation()).run(output: bench.output)
        #expect(summary.isComplete)
        #expect(bench.decks.folder.names() == [other, "out.tsv", "words.tsv"])
    }

    /// A corrupt byte ends the trusted part of a journal.
    @Test func ignoresDamagedRecords() async throws {
        let bench = try BatchFixture(words: 5)
        let failing = CountingTranslation(missing: { $0 == "wc" ? ServiceError(.notFound, "no such word") : nil })
        _ = try await bench.batch(failing).run(output: bench.output)
        let journal = try #require(contents(bench.journal))
        let deck = try #require(contents(bench.output))
        for index in 19..<journal.count {
            var damaged = journal
            damaged[index] ^= 0x41
            try AtomicFile.write(damaged, to: bench.journal)
            let provider = CountingTranslation(missing: { $0 == "wc" ? ServiceError(.notFound, "no such word") : nil })
            _ = try await bench.batch(provider).run(output: bench.output)
            #expect(contents(bench.output) == deck)
        }
    }

    /// A run that is interrupted again and again finishes, and nothing is requested twice.
    @Test func requestsNothingTwiceAfterAnyNumberOfInterruptions() async throws {
        let bench = try BatchFixture(words: 60)
        let state = Mutex((answered: [String: Int](), runs: 0))
        var isWritten = false
        while !isWritten, state.withLock({ $0.runs }) < 100 {
            state.withLock { $0.runs += 1 }
            let calls = Mutex(0)
            let provider = CountingTranslation(refusing: { _ in
                let number = calls.withLock { calls in
                    calls += 1
                    return calls
                }
                return number > 2 ? ServiceError(.quotaExceeded, "enough for today") : nil
            })
            let summary = try await bench.batch(provider, options: BatchOptions(textsPerRequest: 3, concurrency: 2))
                .run(output: bench.output)
            for (text, count) in provider.answered { state.withLock { $0.answered[text, default: 0] += count } }
            isWritten = summary.isWritten
        }
        let end = state.withLock { $0 }
        #expect(end.runs == 10)
        #expect(end.answered.count == 60)
        #expect(end.answered.values.allSatisfy { $0 == 1 })
        #expect(try bench.backs().allSatisfy { !$0.isEmpty })
        #expect(!WholeFile.exists(bench.journal))
    }

    @Test func keepsAnswersWhenCancelled() async throws {
        let bench = try BatchFixture(words: 40)
        let batch = try bench.batch(SelfCancelling(), options: BatchOptions(textsPerRequest: 4, concurrency: 1))
        let output = bench.output
        let summary = try await Task { try await batch.run(output: output) }.value
        #expect(summary.interruption?.code == .cancelled)
        #expect(!WholeFile.exists(bench.output))
        let forecast = try batch.forecast(output: bench.output)
        #expect(forecast.textsKnown == 4)
        #expect(forecast.textsToSend == 36)
    }

    @Test func retriesFailedTextsOnlyOnRequest() async throws {
        let bench = try BatchFixture(words: 6)
        let failing = CountingTranslation(missing: { $0 == "wc" ? ServiceError(.notFound, "no such word") : nil })
        _ = try await bench.batch(failing).run(output: bench.output)
        let second = CountingTranslation()
        let reports = Reports()
        _ = try await bench.batch(second).run(output: bench.output, report: reports.add)
        #expect(second.requests.isEmpty)
        #expect(reports.all.compactMap(\.error?.message) == ["no such word"])
        _ = try await bench.batch(second, options: BatchOptions(retriesFailed: true)).run(output: bench.output)
        #expect(second.requests == [["wc"]])
        #expect(try bench.backs().allSatisfy { !$0.isEmpty })
        #expect(!WholeFile.exists(bench.journal))
    }

    @Test func retriesTextsThatFailedBecauseTheProviderWasUnreachable() async throws {
        let bench = try BatchFixture(words: 6)
        let failing = CountingTranslation(missing: { $0 == "wc" ? ServiceError(.network, "no route") : nil })
        let first = try await bench.batch(failing).run(output: bench.output)
        #expect(first.notesFailed == 1)
        #expect(first.notesChanged == 5)
        let second = CountingTranslation()
        _ = try await bench.batch(second).run(output: bench.output)
        #expect(second.requests == [["wc"]])
    }

    @Test func restartsOnRequest() async throws {
        let bench = try BatchFixture(words: 6)
        let failing = CountingTranslation(missing: { $0 == "wc" ? ServiceError(.notFound, "no such word") : nil })
        _ = try await bench.batch(failing).run(output: bench.output)
        let second = CountingTranslation()
        let options = BatchOptions(restarts: true)
        #expect(try bench.batch(second, options: options).forecast(output: bench.output).textsToSend == 6)
        _ = try await bench.batch(second, options: options).run(output: bench.output)
        #expect(second.answered.count == 6)
    }

    /// Answers from another provider or version, or in another language, are not used.
    @Test func separatesAnswersBySettings() async throws {
        let bench = try BatchFixture(words: 6)
        let failing = CountingTranslation(missing: { $0 == "wc" ? ServiceError(.notFound, "no such word") : nil })
        _ = try await bench.batch(failing).run(output: bench.output)
        let other = CountingTranslation(version: "2")
        #expect(try bench.batch(other).forecast(output: bench.output).textsToSend == 6)
        #expect(try bench.batch(failing, target: "fr").forecast(output: bench.output).textsToSend == 6)
        #expect(try bench.batch(failing).forecast(output: bench.output).textsToSend == 0)
    }

    @Test func twoRunsDoNotMix() async throws {
        let bench = try BatchFixture(words: 6)
        let held = try BatchJournal(output: bench.output, temporaryFolder: "/tmp", restarts: false, identity: [])
        let provider = CountingTranslation()
        let failure = await error { try await bench.batch(provider).run(output: bench.output) }
        #expect(failure?.code == .unavailable)
        #expect(failure?.message.contains("another run") == true)
        #expect(provider.requests.isEmpty)
        held.remove()
        _ = try await bench.batch(provider).run(output: bench.output)
        #expect(provider.answered.count == 6)
    }

    @Test func leavesUnrelatedFilesAlone() async throws {
        let bench = try BatchFixture(words: 6)
        try AtomicFile.write(Array("something else\n".utf8), to: bench.journal)
        let failure = await error { try await bench.batch(CountingTranslation()).run(output: bench.output) }
        #expect(failure?.code == .io)
        #expect(contents(bench.journal) == Array("something else\n".utf8))
    }

    @Test func followsNoSymbolicLinkToAJournal() async throws {
        let bench = try BatchFixture(words: 2)
        let victim = try bench.decks.file("victim", "")
        try #require(symlink(victim, bench.journal) == 0)
        let failure = await error { try await bench.batch(CountingTranslation()).run(output: bench.output) }
        #expect(failure?.code == .io)
        #expect(contents(victim) == [])
    }

    /// No request is sent if the answers could not be stored.
    @Test func sendsNoRequestsIfTheJournalCannotBeWritten() async throws {
        let bench = try BatchFixture(words: 6)
        let provider = CountingTranslation()
        for output in ["\(bench.decks.folder.path)/none/out.tsv", "/proc/out.tsv", "/dev/null/out.tsv"] {
            let failure = await error { try await bench.batch(provider).run(output: output) }
            #expect(failure?.code == .io)
        }
        #expect(provider.requests.isEmpty)
    }

    @Test func journalNamesAreShortAndDistinct() {
        let long = String(repeating: "ä", count: 120)
        let first = BatchJournal.path(for: "/x/\(long)1")
        #expect(first != BatchJournal.path(for: "/x/\(long)2"))
        #expect(first.utf8.count < 258)
        #expect(BatchJournal.path(for: "a b.tsv") == ".a b.tsv.parlance-journal")
        #expect(BatchJournal.path(for: "/a/b") == "/a/.b.parlance-journal")
    }
}

/// Answers one request, and cancels its task during the next.
private final class SelfCancelling: TranslationProvider {
    let descriptor = ProviderDescriptor(
        id: "cancelling",
        kind: "cancelling",
        version: "1",
        service: .translation,
        locality: .inProcess
    )
    private let calls = Mutex(0)

    func languagePairs() async throws -> [LanguagePair] { [] }

    func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
        let number = calls.withLock { calls in
            calls += 1
            return calls
        }
        if number > 1 { throw CancellationError() }
        let results = request.texts.map { text -> Result<Translation, ServiceError> in
            .success(Translation(text: text, provider: descriptor.id))
        }
        return TranslationResponse(results: results, report: ServiceReport())
    }
}
