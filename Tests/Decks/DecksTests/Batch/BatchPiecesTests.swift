import LanguageServices
import TestSupport
import Testing

@testable import Decks

/// Batches over a table that several threads process. With a limit, a single thread processes it.
@Suite("Batches over tables in chunks") struct BatchPiecesTests {
    private static func rows() -> [[String]] {
        (0..<6000).map { number in
            switch number % 17 {
            case 3: ["", ""]
            case 5: ["\(number)", ""]
            case 7: ["w\(BatchFixture.letters(number % 100))", "there"]
            case 11: ["bad \(BatchFixture.letters(number % 40))", ""]
            case 13: ["{{c1::w\(BatchFixture.letters(number))}} [sound:x.mp3]", ""]
            default: ["w\(BatchFixture.letters(number % 1000))", ""]
            }
        }
    }

    @Test("several threads give the same output and reports as one, in deck order") func sameAsOne() async throws {
        var results: [(bytes: [UInt8]?, reports: [NoteReport], summary: BatchSummary, requests: [[String]])] = []
        for limit in [nil, 1_000_000] {
            let bench = try BatchFixture(Self.rows())
            let provider = CountingTranslation(missing: {
                $0.hasPrefix("bad") ? ServiceError(.notFound, "no such word", provider: "counting") : nil
            })
            let reports = Reports()
            let options = BatchOptions(textsPerRequest: 100, concurrency: 1, limit: limit)
            let summary = try await bench.batch(provider, options: options).run(
                output: bench.output,
                report: reports.add
            )
            results.append((contents(bench.output), reports.all, summary, provider.requests))
        }
        #expect(results[0].bytes != nil && results[0].bytes == results[1].bytes)
        #expect(results[0].reports.count == 6000)
        #expect(results[0].reports.map(\.number) == Array(0..<6000))
        #expect(
            zip(results[0].reports, results[1].reports).allSatisfy { $0.outcome == $1.outcome && $0.error == $1.error }
        )
        #expect(
            zip(results[0].reports, results[1].reports).allSatisfy {
                $0.answers == $1.answers && $0.reason == $1.reason
            }
        )
        #expect(results[0].summary == results[1].summary)
        #expect(results[0].requests == results[1].requests)
        #expect(results[0].summary.notesFailed > 0 && results[0].summary.forecast.notesKept > 0)
    }

    @Test("a report handler's error stops writing, and another run can start immediately") func ending() async throws {
        let bench = try BatchFixture(Self.rows())
        let provider = CountingTranslation()
        for number in [0, 2500, 5999] {
            let failure = await error {
                try await bench.batch(provider, options: BatchOptions(textsPerRequest: 500)).run(
                    output: bench.output,
                    report: { note in if note.number == number { throw ServiceError(.io, "no more room") } }
                )
            }
            #expect(failure?.message == "no more room")
            #expect(contents(bench.output) == nil)
        }
        let asked = provider.requests.count
        _ = try await bench.batch(provider, options: BatchOptions(textsPerRequest: 500)).run(output: bench.output)
        #expect(provider.requests.count == asked)
    }
}
