import EspeakSpeech
import Files
import LanguageServices
import PluginHost
import Processes
import ServiceConfiguration

/// Speech by espeak-ng in this process against the same through `parlance serve --stdio`: one Parlance as the plug-in of another.
struct ServeBenchmark {
    let folder: String

    private static let rounds = 5
    /// How many requests are under way at a time: as many as the server says that it takes.
    private static let width = 32

    func run() async throws {
        let config = folder + "/serve.json"
        try AtomicFile.write(Array(#"{ "version": 1 }"#.utf8), to: config)
        let data = DataLocator(environment: [:], executable: DataLocator.executablePath())
        let near = EspeakSpeech(voices: data.folder("Voices"))
        let launch = PluginLaunch(
            name: "parlance",
            program: try RunningProgram.parlance(),
            arguments: ["serve", "--stdio", "--config", config],
            environment: PluginEnvironment.current(),
            provider: "served",
            service: .speech
        )
        let pool = PluginPool(provider: "served", service: .speech, size: 1, limits: PluginLimits()) {
            () throws(ServiceError) in
            launch
        }
        let descriptor = ProviderDescriptor(
            id: "served",
            kind: "plugin-speech",
            version: "1",
            service: .speech,
            locality: .plugin
        )
        let far = PluginSpeech(PluginContext(descriptor: descriptor, pool: pool, clock: .system))
        let words = WordList.words(2000)
        let text = words.joined(separator: " ")
        // Both start their children.
        _ = try await Self.speak(["warm", "up"], near)
        _ = try await Self.speak(["warm", "up"], far)

        Report.title(
            "2,000 words by espeak-ng, in this process and through 'parlance serve --stdio', best of \(Self.rounds) rounds"
        )
        try await compare("2,000 words, \(Self.width) requests at a time", words, near, far)
        try await compare("one text of 2,000 words", [text], near, far)
        await near.shutdown()
        await far.shutdown()
    }

    private func compare(
        _ what: String,
        _ texts: [String],
        _ near: any SpeechProvider,
        _ far: any SpeechProvider
    ) async throws {
        var best = (near: Duration.seconds(3600), far: Duration.seconds(3600))
        for _ in 0..<Self.rounds {
            let (nearTime, nearSamples) = try await Self.measured(texts, near)
            let (farTime, farSamples) = try await Self.measured(texts, far)
            guard nearSamples > 0, abs(nearSamples - farSamples) < nearSamples / 50 else {
                throw BenchmarkFailure(
                    description: "the server speaks otherwise: \(farSamples), not \(nearSamples)"
                )
            }
            best = (min(best.near, nearTime), min(best.far, farTime))
        }
        Report.line("\(what): in process", best.near, count: 2000, unit: "words")
        Report.line("\(what): served", best.far, count: 2000, unit: "words")
        let ratio = best.far / best.near
        Report.note("served takes \(Report.fixed(ratio, 2)) times as long   (goal: at most 1.25)")
    }

    private static func measured(
        _ texts: [String],
        _ provider: any SpeechProvider
    ) async throws -> (Duration, Int) {
        let start = ContinuousClock.now
        let samples = try await speak(texts, provider)
        return (ContinuousClock.now - start, samples)
    }

    /// Speaks texts, some at a time.
    ///
    /// - Returns: How many samples came.
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
