import Platform

/// Measures this package against its peers, side by side in one run, and prints ratios.
///
/// The arguments `speech`, `serve`, `dictionary`, `decks`, `templates`, `sentences`, `feedback`, `plugins` and `remote`
/// select benchmarks; without arguments, all run. Absolute results depend on the machine; ratios depend on it much
/// less. No test depends on them.
@main
enum Benchmarks {
    /// The benchmarks by name; each gets its own folder.
    private static let sections: [(name: String, run: @Sendable (String) async throws -> Void)] = [
        ("speech", { try SpeakWordsBenchmark(folder: $0).run() }),
        ("speech", { try StartBenchmark(folder: $0).run() }),
        ("serve", { try await ServeBenchmark(folder: $0).run() }),
        ("dictionary", { try await DictionaryBenchmark(folder: $0).run() }),
        ("decks", { try DecksBenchmark(folder: $0).run() }),
        ("templates", { try await TemplatesBenchmark(folder: $0).run() }),
        ("sentences", { try await SentencesBenchmark(folder: $0).run() }),
        ("feedback", { _ in try FeedbackBenchmark().run() }),
        ("plugins", { try await PluginsBenchmark(folder: $0).run() }),
        ("remote", { try await RemoteBenchmark(folder: $0).run() }),
    ]

    static func main() async {
        do {
            exit(try await run(Array(CommandLine.arguments.dropFirst())))
        } catch {
            Report.fail("\(error)")
            exit((error as? BenchmarkFailure)?.exitCode ?? 69)
        }
    }

    /// - Returns: The exit code: 0 if everything could be measured or read, regardless of the results.
    private static func run(_ arguments: [String]) async throws -> Int32 {
        let rest = Array(arguments.dropFirst())
        switch (arguments.first, rest.count) {
        case ("--plain-loop", 2): return PlainLoop.run(list: rest[0], folder: rest[1])
        case ("--fill-deck", 3): return try await DeckFilling.run(library: rest[0], deck: rest[1], output: rest[2])
        case ("--look-up", 3): try LookupLoop.run(index: rest[0], words: rest[1], result: rest[2])
        case ("--translation-server", 2): try LatencyServer.run(file: rest[0], latency: Int(rest[1]) ?? 0)
        case ("dictionaries", _): return try DictionarySurvey.run(folder: rest.first)
        case ("agreement", _): return try await AgreementSurvey.run(rest)
        case ("english-forms", _): try EnglishFormsSurvey.run(rest)
        case ("english-articles", _): try await EnglishArticlesSurvey.run(rest)
        case ("sentence-sample", _): return SentenceSampling.run(rest)
        case ("sentence-survey", _): try await SentenceSurvey.run(rest)
        default:
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            for section in sections where arguments.isEmpty || arguments.contains(section.name) {
                try await section.run(folder.path)
            }
        }
        return 0
    }
}
