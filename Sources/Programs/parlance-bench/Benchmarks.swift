import Platform

/// Measures this package against its peers, side by side in one run, and prints ratios.
///
/// The arguments `speech`, `serve`, `dictionary`, `decks`, `templates`, `sentences`, `feedback`, `plugins` and `remote` choose some of them; without any, all are run. The figures depend on the
/// machine, the ratios much less; no test decides by them.
@main
enum Benchmarks {
    static func main() async {
        if CommandLine.arguments.count == 4, CommandLine.arguments[1] == "--plain-loop" {
            exit(PlainLoop.run(list: CommandLine.arguments[2], folder: CommandLine.arguments[3]))
        }
        if CommandLine.arguments.count == 5, CommandLine.arguments[1] == "--fill-deck" {
            let paths = CommandLine.arguments.dropFirst(2)
            exit(await DeckFilling.run(library: paths[2], deck: paths[3], output: paths[4]))
        }
        if CommandLine.arguments.count == 5, CommandLine.arguments[1] == "--look-up" {
            let paths = CommandLine.arguments.dropFirst(2)
            exit(LookupLoop.run(index: paths[2], words: paths[3], result: paths[4]))
        }
        if CommandLine.arguments.count == 4, CommandLine.arguments[1] == "--translation-server" {
            exit(LatencyServer.run(file: CommandLine.arguments[2], latency: Int(CommandLine.arguments[3]) ?? 0))
        }
        if CommandLine.arguments.dropFirst().first == "dictionaries" {
            exit(DictionarySurvey.run(folder: CommandLine.arguments.dropFirst(2).first))
        }
        if CommandLine.arguments.dropFirst().first == "agreement" {
            exit(await AgreementSurvey.run(Array(CommandLine.arguments.dropFirst(2))))
        }
        if CommandLine.arguments.dropFirst().first == "english-forms" {
            exit(EnglishFormsSurvey.run(Array(CommandLine.arguments.dropFirst(2))))
        }
        if CommandLine.arguments.dropFirst().first == "english-articles" {
            exit(await EnglishArticlesSurvey.run(Array(CommandLine.arguments.dropFirst(2))))
        }
        if CommandLine.arguments.dropFirst().first == "sentence-sample" {
            exit(SentenceSampling.run(Array(CommandLine.arguments.dropFirst(2))))
        }
        if CommandLine.arguments.dropFirst().first == "sentence-survey" {
            exit(await SentenceSurvey.run(Array(CommandLine.arguments.dropFirst(2))))
        }
        guard let folder = TemporaryFolder() else {
            Report.fail("cannot make a temporary folder")
            exit(73)
        }
        defer { folder.remove() }
        do {
            let wanted = Array(CommandLine.arguments.dropFirst())
            if wanted.isEmpty || wanted.contains("speech") {
                try SpeakWordsBenchmark(folder: folder.path).run()
                try StartBenchmark(folder: folder.path).run()
            }
            if wanted.isEmpty || wanted.contains("serve") {
                try await ServeBenchmark(folder: folder.path).run()
            }
            if wanted.isEmpty || wanted.contains("dictionary") {
                try await DictionaryBenchmark(folder: folder.path).run()
            }
            if wanted.isEmpty || wanted.contains("decks") {
                try DecksBenchmark(folder: folder.path).run()
            }
            if wanted.isEmpty || wanted.contains("templates") {
                try await TemplatesBenchmark(folder: folder.path).run()
            }
            if wanted.isEmpty || wanted.contains("sentences") {
                try await SentencesBenchmark(folder: folder.path).run()
            }
            if wanted.isEmpty || wanted.contains("feedback") {
                try FeedbackBenchmark().run()
            }
            if wanted.isEmpty || wanted.contains("plugins") {
                try await PluginsBenchmark(folder: folder.path).run()
            }
            if wanted.isEmpty || wanted.contains("remote") {
                try await RemoteBenchmark(folder: folder.path).run()
            }
        } catch {
            Report.fail("\(error)")
            folder.remove()
            exit(69)
        }
    }
}
