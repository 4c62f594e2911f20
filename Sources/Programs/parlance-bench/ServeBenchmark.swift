import EspeakSpeech
import LanguageServices
import Platform
import ServiceConfiguration
import ServiceRegistry

/// Speech from espeak-ng in this process, compared with `parlance serve --stdio` as a front end uses it.
struct ServeBenchmark {
    let folder: String

    private static let rounds = 9
    /// The number of concurrent requests: the limit that the server declares.
    private static let width = 8

    func run() async throws {
        let config = folder + "/serve.json"
        try AtomicFile.write(Array(#"{ "version": 1 }"#.utf8), to: config)
        let data = DataLocator(environment: [:], executable: DataLocator.executablePath())
        // The same setup as in a Swift front end.
        let registry = ServiceRegistry()
        try registry.register(EspeakSpeech(voices: data.folder("Voices")))
        let near = try await registry.speech()
        let far = try ServedSpeech(program: try RunningProgram.parlance(), config: config)
        // Starts the child processes of both providers before the measurement.
        _ = try await Self.speak(["warm", "up"], near)
        _ = try far.speak(["warm", "up"], width: 2)

        let words = WordList.words(2000)
        Report.title(
            "2,000 words with espeak-ng, in process and through 'parlance serve --stdio', best of \(Self.rounds) rounds"
        )
        try await compare("\(Self.width) words at a time", words, near, far)
        try await compare("one text", [words.joined(separator: " ")], near, far)
        await far.end()
        await registry.shutdown()
    }

    private func compare(
        _ what: String,
        _ texts: [String],
        _ near: any SpeechProvider,
        _ far: ServedSpeech
    ) async throws {
        let clock = ContinuousClock()
        var best = (near: Duration.seconds(3600), far: Duration.seconds(3600))
        for _ in 0..<Self.rounds {
            var samples = (near: 0, far: 0)
            let nearTime = try await clock.measure { samples.near = try await Self.speak(texts, near) }
            let farTime = try clock.measure { samples.far = try far.speak(texts, width: Self.width) }
            guard samples.near > 0, abs(samples.near - samples.far) < samples.near / 50 else {
                throw BenchmarkFailure(description: "the server sent \(samples.far) samples, not \(samples.near)")
            }
            best = (min(best.near, nearTime), min(best.far, farTime))
        }
        Report.line("\(what), in process", best.near, count: 2000, unit: "words")
        Report.line("\(what), from the server", best.far, count: 2000, unit: "words")
        Report.note("the server takes \(Report.fixed(best.far / best.near, 2)) times as long   (goal: at most 1.25)")
    }

    /// Speaks texts, several of them concurrently.
    ///
    /// - Returns: The number of samples received.
    private static func speak(_ texts: [String], _ provider: any SpeechProvider) async throws -> Int {
        try await withThrowingTaskGroup(of: Int.self) { group in
            var rest = texts[...]
            var samples = 0
            func add() {
                guard let text = rest.popFirst() else { return }
                group.addTask {
                    var count = 0
                    let request = SpeechRequest(text: text, language: LanguageTag("en-US"))
                    for try await event in try await provider.synthesize(request) {
                        if case .audio(let chunk) = event { count += chunk.samples.count }
                    }
                    return count
                }
            }
            for _ in 0..<width { add() }
            while let count = try await group.next() {
                samples += count
                add()
            }
            return samples
        }
    }
}
