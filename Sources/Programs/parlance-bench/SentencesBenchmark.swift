import CorpusSentences
import Database
import LanguageServices
import Platform

/// Searches a million sentences, to measure the cost and benefit of an index.
///
/// The sentences consist of words from the starter dictionaries with frequencies according to Zipf's law, and are
/// numbered as in Tatoeba. For comparison, SQLite's `LIKE` searches the same file without an index and without
/// inflected forms.
struct SentencesBenchmark {
    let folder: String

    static let count = 1_000_000

    func run() async throws {
        Report.title("\(Self.count) sentences in a table")
        guard let english = LanguageTag("en") else { throw BenchmarkFailure(description: "'en' is not a language") }
        let file = folder + "/sentences.tsv"
        try SentenceMaker(seed: 1).write(Self.count, to: file)
        let locations = CorpusLocations(cache: folder, dictionaries: "Dictionaries")
        let settings = CorpusSentences.Settings(paths: [file], language: english)
        let clock = ContinuousClock()

        let first = CorpusSentences(settings: settings, locations: locations)
        let making = try await clock.measure {
            _ = try await first.sentences(for: SentenceRequest(word: "water", language: english, count: 5))
        }
        Report.line("building the index, with the first lookup", making, count: Self.count, unit: "sentences")
        let memory = Memory.resident()
        let index = try Folder.names(in: folder + "/sentences").first { $0.hasSuffix(".sqlite") } ?? ""
        let indexPath = "\(folder)/sentences/\(index)"
        let size = try RegularFile(path: indexPath).size
        Report.note("peak memory \(memory.peak >> 10) MiB; index size \(size >> 20) MiB")

        let again = CorpusSentences(settings: settings, locations: locations)
        let cold = try await clock.measure {
            _ = try await again.sentences(for: SentenceRequest(word: "water", language: english, count: 5))
        }
        Report.line("reopening it, with the first lookup", cold, count: 1, unit: "lookups")

        let words = ["the", "go", "water", "went", "children", "beautiful", "good morning", "in the", "zebra", "qqq"]
        for word in words {
            var slowest = Duration.zero
            var found = 0
            let rounds = 20
            let time = await clock.measure {
                for round in 0..<rounds {
                    let start = clock.now
                    let request = SentenceRequest(word: word, language: english, count: 5, seed: UInt64(round))
                    found = (try? await again.sentences(for: request).sentences.count) ?? 0
                    slowest = max(slowest, clock.now - start)
                }
            }
            Report.line("\(word): \(found) found", time / rounds, count: 1, unit: "lookups")
            Report.note("  the slowest took \(Report.fixed(slowest / .milliseconds(1), 2)) ms")
        }

        let lookup = try await clock.measure {
            _ = try await again.sentences(for: SentenceRequest(word: "beautiful", language: english, count: 5, seed: 3))
        }
        let scanning = try clock.measure { try scan(indexPath, for: "beautiful") }
        Report.line("SQLite, LIKE '%beautiful%'", scanning, count: 1, unit: "lookups")
        Report.ratio("the index is faster than LIKE", lookup, scanning, goal: "more than 20")
    }

    private func scan(_ path: String, for word: String) throws {
        let database = try Database(.reading(path), subject: path, largestValue: 1 << 26) {
            ServiceError(.io, $0.reason)
        }
        let statement = try database.prepare("SELECT count(*) FROM sentence WHERE text LIKE ?")
        try statement.bind(1, text: "%\(word)%")
        guard try statement.step(), statement.integer(0) >= 0 else { throw BenchmarkFailure(description: "no count") }
    }
}
