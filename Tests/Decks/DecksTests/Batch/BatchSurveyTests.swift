import LanguageServices
import Platform
import TestSupport
import Testing

@testable import Decks

@Suite struct BatchSurveyTests {
    @Test func surveyReportsKnownAnswersAfterAnInterruptedRun() async throws {
        let bench = try BatchFixture([
            ["dog", ""], ["cat", "Katze"], ["bad", ""], ["dog <b>x</b> 1", ""], ["", ""], ["late", ""],
        ])
        let provider = CountingTranslation(
            refusing: { $0.contains("late") ? ServiceError(.quotaExceeded, "no more today") : nil },
            missing: { $0 == "bad" ? ServiceError(.notFound, "no such word", provider: "counting") : nil }
        )
        let batch = try bench.batch(provider, options: BatchOptions(textsPerRequest: 1))
        let summary = try await batch.run(output: bench.output)
        #expect(summary.interruption?.code == .quotaExceeded)
        let reports = Reports()
        try batch.survey(output: bench.output, report: reports.add)
        #expect(reports.all.map(\.outcome) == [.open, .kept, .failed, .open, .skipped, .open])
        #expect(reports.all.map { $0.answers.map(\.text) } == [["<dog>"], [], [], ["<dog <b>x</b> 1>"], [], []])
        #expect(reports.all[2].error?.code == .notFound)
        #expect(!WholeFile.exists(bench.output))
        // A survey does not affect the next run.
        let again = try await bench.batch(CountingTranslation()).run(output: bench.output)
        #expect(again.textsSent == 1)
        #expect(try bench.backs() == ["<dog>", "Katze", "", "<dog <b>x</b> 1>", "", "<late>"])
    }

    @Test func aRunWithoutAnswersLeavesNoJournal() async throws {
        let bench = try BatchFixture(words: 3)
        let provider = CountingTranslation(refusing: { _ in ServiceError(.unauthorized, "who are you") })
        let summary = try await bench.batch(provider).run(output: bench.output)
        #expect(summary.interruption?.code == .unauthorized)
        #expect(bench.decks.folder.names() == ["words.tsv"])
    }

    @Test func aCancelledBatchReadsNoFurther() async throws {
        let bench = try BatchFixture(words: 5000)
        let batch = try bench.batch(CountingTranslation())
        let work = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await batch.run(output: bench.output)
        }
        work.cancel()
        #expect(await error { try await work.value }?.code == .cancelled)
        #expect(!WholeFile.exists(bench.output))
    }
}
