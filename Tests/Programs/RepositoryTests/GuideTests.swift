import Audio
import LanguageServices
import LanguageServicesTesting
import ServiceConfiguration
import ServiceRegistry
import Synchronization
import TestSupport
import Testing

/// Returns 0, 1, 2 and so on, from any thread.
final class NextIndex: Sendable {
    private let value = Mutex(0)

    func take() -> Int? {
        value.withLock { value in
            defer { value += 1 }
            return value
        }
    }
}

@Suite("Lessons page")
struct LessonGuideTests {
    private let sink = RecordingSink()
    private let clock = TestClock()
    private let queue: UtteranceQueue

    init() {
        let speech = InMemorySpeech(languages: ["en-US"])
        queue = UtteranceQueue(provider: speech, player: AudioPlayer(sinks: [sink]), clock: clock.serviceClock)
    }

    @Test("the code of the page is compiled here")
    func code() throws {
        try expectCode(of: "Tests/Programs/RepositoryTests/LessonReading.swift", in: "docs/how-to/lessons.md", parts: 3)
    }

    @Test("the queue shows each word")
    func words() async throws {
        var words: [Substring] = []
        try await follow("Where is the library?", with: queue) { words.append($0) }
        #expect(words == ["Where", "is", "the", "library?"])
    }

    @Test("the lesson is read to the end", .timeLimit(.minutes(10)))
    func lessonIsRead() async throws {
        let narration = lesson(on: queue)
        let turning = Task { [clock] in
            while !Task.isCancelled {
                try await clock.waitForSleepers(count: 1)
                clock.advance(by: .seconds(1))
            }
        }
        let phases = await read(narration, on: queue) { true }
        turning.cancel()
        #expect(phases == ["title", "body", "question", "answer"])
        await queue.waitUntilIdle()
        #expect(!sink.heard.isEmpty)
    }

    @Test("the table of cues states their durations")
    func cues() throws {
        let guide = try Repository.text("docs/how-to/lessons.md")
        for (name, cue) in [("correct", CueSound.correct), ("incorrect", .incorrect), ("complete", .complete)] {
            let hundredths = (cue.samples(sampleRate: 48_000).count + 240) / 480
            let line = try #require(guide.split(separator: "\n").first { $0.hasPrefix("| `.\(name)` |") })
            #expect(line.hasSuffix("0.\(hundredths) s |"))
        }
    }
}

/// Expects that a page contains every part of a source file between `// guide: NAME` and `// guide: end`.
func expectCode(of source: String, in guide: String, parts count: Int) throws {
    let guide = try Repository.text(guide)
    let parts = try Repository.text(source).matches(of: #/(?s)\/\/ guide: \w+\n(.*?)\/\/ guide: end/#)
    #expect(parts.count == count)
    for part in parts { #expect(guide.contains(part.1), "missing in the page: \(part.1.prefix(60))…") }
}

@Suite("Page about implementing a provider")
struct GuideTests {
    @Test("the code of the page is compiled here")
    func code() throws {
        try expectCode(
            of: "Tests/Programs/RepositoryTests/BeepSpeech.swift",
            in: "docs/how-to/implementing-a-provider.md",
            parts: 2
        )
    }

    @Test("the provider passes the conformance suite")
    func conformance() async {
        let sample = SpeechSample(text: "Hello world", language: "en-US")
        let report = await SpeechConformance(sample: sample).check(BeepSpeech(id: "beep", pitch: 440))
        #expect(report.isPassed, "\(report)")
    }

    @Test("the configuration loads the provider")
    func configuration() async throws {
        let guide = try Repository.text("docs/how-to/implementing-a-provider.md")
        let json = try #require(guide.firstMatch(of: #/(?s)```json\n(.*?)```/#)).1
        let registry = ServiceRegistry()
        registry.register(beep)
        let layer = ConfigurationLayer(source: .namedFile(path: "guide"), bytes: Array(json.utf8), path: "guide")
        #expect(layer.problems.isEmpty)
        let result = await registry.loadAll(Configuration(layers: [layer]).registry)
        #expect(result.problems.isEmpty, "\(result.problems)")
        let recording = try await registry.speech().synthesize(SpeechRequest(text: "hi")).collect()
        #expect(recording.report.answeredBy == "high")
        #expect(recording.samples.count == 2 * 2205)
    }
}
