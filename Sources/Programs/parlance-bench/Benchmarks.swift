import Platform

/// Measures this package against its peers, side by side in one run, and prints ratios.
///
/// The arguments `speech`, `serve`, `dictionary`, `decks`, `templates`, `sentences`, `feedback`, `plugins` and `remote` choose some of them; without any, all are run. The figures depend on the
/// machine, the ratios much less; no test decides by them.
@main
enum Benchmarks {
    /// The benchmarks by name; each gets a folder of its own.
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
        let arguments = Array(CommandLine.arguments.dropFirst())
        let rest = Array(arguments.dropFirst())
        switch (arguments.first, rest.count) {
        case ("--plain-loop", 2): exit(PlainLoop.run(list: rest[0], folder: rest[1]))
        case ("--fill-deck", 3): exit(await DeckFilling.run(library: rest[0], deck: rest[1], output: rest[2]))
        case ("--look-up", 3): exit(LookupLoop.run(index: rest[0], words: rest[1], result: rest[2]))
        case ("--translation-server", 2): exit(LatencyServer.run(file: rest[0], latency: Int(rest[1]) ?? 0))
        case ("dictionaries", _): exit(DictionarySurvey.run(folder: rest.first))
        case ("agreement", _): exit(await AgreementSurvey.run(rest))
        case ("english-forms", _): exit(EnglishFormsSurvey.run(rest))
        case ("english-articles", _): exit(await EnglishArticlesSurvey.run(rest))
        case ("sentence-sample", _): exit(SentenceSampling.run(rest))
        case ("sentence-survey", _): exit(await SentenceSurvey.run(rest))
        default: exit(await measure(arguments))
        }
    }

    private static func measure(_ wanted: [String]) async -> Int32 {
        guard let folder = TemporaryFolder() else {
            Report.fail("cannot make a temporary folder")
            return 73
        }
        defer { folder.remove() }
        do {
            for section in sections where wanted.isEmpty || wanted.contains(section.name) {
                try await section.run(folder.path)
            }
            return 0
        } catch {
            Report.fail("\(error)")
            return 69
        }
    }
}
