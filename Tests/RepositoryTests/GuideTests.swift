import LanguageServices
import LanguageServicesTesting
import ServiceConfiguration
import Synchronization
import Testing

/// Counts the steps of a stream.
final class NextIndex: Sendable {
    private let value = Mutex(0)

    func take() -> Int? {
        value.withLock { value in
            defer { value += 1 }
            return value
        }
    }
}

@Suite("The guide 'Implementing a provider'")
struct GuideTests {
    @Test("its code is the code that is compiled here")
    func code() throws {
        let guide = try Repository.text("docs/implementing-a-provider.md")
        let source = try Repository.text("Tests/RepositoryTests/BeepSpeech.swift")
        let parts = source.matches(of: #/(?s)\/\/ guide: \w+\n(.*?)\/\/ guide: end/#)
        #expect(parts.count == 2)
        for part in parts { #expect(guide.contains(part.1), "the guide lacks: \(part.1.prefix(60))…") }
    }

    @Test("its provider passes the conformance suite")
    func conformance() async {
        let sample = SpeechConformance.Sample(text: "Hello world", language: "en-US")
        let report = await SpeechConformance(sample: sample).check(BeepSpeech(id: "beep", pitch: 440))
        #expect(report.isPassed, "\(report)")
    }

    @Test("its configuration makes it serve")
    func configuration() async throws {
        let guide = try Repository.text("docs/implementing-a-provider.md")
        let json = try #require(guide.firstMatch(of: #/(?s)```json\n(.*?)```/#)).1
        let registry = ServiceRegistry()
        registry.register(beep)
        let layer = ConfigurationLayer(source: .namedFile(path: "guide"), bytes: Array(json.utf8), path: "guide")
        #expect(layer.problems.isEmpty)
        let result = await registry.load(Configuration(layers: [layer]).registry)
        #expect(result.problems.isEmpty, "\(result.problems)")
        let recording = try await registry.speech().synthesize(SpeechRequest(text: "hi")).collect()
        #expect(recording.report.answeredBy == "high")
        #expect(recording.samples.count == 2 * 2205)
    }
}
