import LanguageServices
import Platform
import TemplateSentences

/// Sentences from templates, compared with a minimal loop that fills templates.
struct TemplatesBenchmark {
    let folder: String

    private static let rounds = 4
    private static let counts = [1, 5, 20]

    /// The data in this source tree, relative to the current folder.
    private static let dictionaries = "Dictionaries"

    func run() async throws {
        guard let language = LanguageTag("en") else { return }
        let clock = ContinuousClock()
        let path = Self.dictionaries + "/en/sentences"
        var words: [String] = []
        var reading = Duration.seconds(60)
        for _ in 0..<5 {
            var found: DataFolder?
            reading = min(
                reading,
                try clock.measure { found = try DataFolder(path: path, language: language, isWhole: false) }
            )
            words = (found.flatMap { SentenceWriter($0.data) }?.rows ?? []).map(\.headword)
        }
        guard !words.isEmpty else { return Report.skipped("sentences", "no words in \(path)") }
        Report.title("Sentences for \(words.count) words from templates")
        Report.line("reading the folder", reading, count: words.count, unit: "words")
        let provider = TemplateSentences(folder: Self.dictionaries)
        // A first pass ensures that all files have been read.
        for word in words { _ = try? await provider.sentences(for: SentenceRequest(word: word, language: language)) }
        var best = Duration.seconds(60)
        for count in Self.counts {
            var sentences = 0
            let time = try await clock.measure {
                for round in 0..<Self.rounds {
                    for word in words {
                        var request = SentenceRequest(word: word, language: language, count: count)
                        request.seed = UInt64(round)
                        sentences += try await provider.sentences(for: request).sentences.count
                    }
                }
            }
            Report.line("parlance: \(count) a request", time, count: sentences, unit: "sentences")
            if count == 20 { best = time / Double(max(1, sentences)) }
        }
        try python(words, best)
    }

    /// Generates the same number of sentences with `str.format` and random choices, in one process.
    private func python(_ words: [String], _ ours: Duration) throws {
        guard let python = try? RunningProgram.find("python3") else {
            return Report.skipped("Python", "not installed")
        }
        let script = """
            import random, sys, time
            words = open(sys.argv[1]).read().split("\\n")
            templates = ["{people} like {word}.", "{people} saw the {word} {when}.",
                         "Is this {a} {word}?", "I need {a} {word}."]
            people, when = ["Anna", "Ben", "My sister"], ["yesterday", "last week", "on Sunday"]
            start = time.perf_counter()
            count = 0
            for _ in range(\(Self.rounds)):
                for word in words:
                    a = "an" if word[:1] in "aeiou" else "a"
                    for template in templates:
                        template.format(word=word, a=a, people=random.choice(people), when=random.choice(when))
                        count += 1
            print(time.perf_counter() - start, count, file=open(sys.argv[2], "w"))
            """
        let (list, result) = (folder + "/words.txt", folder + "/result.txt")
        try AtomicFile.write(Array(words.joined(separator: "\n").utf8), to: list)
        try RunningProgram.run(python, ["-c", script, list, result])
        let output = String(decoding: try WholeFile.read(result, limit: 1 << 16), as: UTF8.self)
        let cells = output.split(whereSeparator: \.isWhitespace).compactMap { Double(String($0)) }
        guard cells.count == 2, cells[1] > 0 else { return Report.skipped("Python", "unexpected output '\(output)'") }
        Report.line("Python: str.format, no agreement", .seconds(cells[0]), count: Int(cells[1]), unit: "sentences")
        Report.ratio("parlance takes", .seconds(cells[0] / cells[1]), ours, goal: "20,000 sentences a second")
    }
}
