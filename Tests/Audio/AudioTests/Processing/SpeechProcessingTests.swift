import LanguageServices
import LanguageServicesTesting
import Synchronization
import Testing

@testable import Audio

@Suite("Speech processing")
struct SpeechProcessingTests {
    @Test("default processing changes nothing")
    func identity() async throws {
        let samples = Signals.vowel(seconds: 1)
        let recording = try await Processed.process(SpeechProcessing(), samples, marks: [0, 5000, 22_050])
        #expect(recording.samples == samples && recording.marks.map(\.frame) == [0, 5000, 22_050])
        #expect(recording.report.notices == ["last"] && recording.format == Processed.format)
    }

    @Test(
        "values out of range are rejected",
        arguments: [
            SpeechProcessing(tempo: 0), SpeechProcessing(tempo: 4.1), SpeechProcessing(tempo: .nan),
            SpeechProcessing(tempo: -.infinity), SpeechProcessing(loudness: 0), SpeechProcessing(loudness: .nan),
            SpeechProcessing(leadingPause: .seconds(-1)), SpeechProcessing(trailingPause: .seconds(61)),
            SpeechProcessing(trailingPause: .seconds(Int64.max)), SpeechProcessing(trimming: .init(threshold: 1)),
            SpeechProcessing(trimming: .init(margin: .seconds(11))), SpeechProcessing(trimming: .init(threshold: .nan)),
        ]
    )
    func ranges(processing: SpeechProcessing) throws {
        let error = try #require(throws: ServiceError.self) { _ = try processing.apply(to: Processed.stream([])) }
        #expect(error.code == .invalidRequest)
    }

    @Test("streams that violate the rules end with an error and never crash")
    func violations() async throws {
        let everything = SpeechProcessing(
            trimming: .init(),
            tempo: 0.5,
            loudness: -18,
            leadingPause: .milliseconds(1),
            trailingPause: .milliseconds(1)
        )
        let audio = SpeechEvent.audio(AudioChunk(samples: [1, 2, 3]))
        let format = SpeechEvent.format(Processed.format)
        let broken: [[SpeechEvent]] = [
            [audio], [.mark(Processed.mark(0))], [format, format],
            [.format(AudioFormat(sampleRate: .max, channels: .max))],
            [.format(AudioFormat(sampleRate: 8000, channels: 2)), audio], [format, .mark(Processed.mark(-1))],
            [format, .mark(Processed.mark(.max))], [format, .report(ServiceReport()), .report(ServiceReport())],
        ]
        for events in broken {
            let error = await Processed.failure {
                _ = try await everything.apply(to: Processed.stream(events)).collect()
            }
            #expect(error?.code == .protocolViolation, "\(events)")
        }
        // Late and decreasing marks are still emitted, in non-decreasing order.
        let late: [SpeechEvent] = [
            format, audio, .mark(Processed.mark(900)), .mark(Processed.mark(1)), .report(ServiceReport()),
        ]
        let marks = try await everything.apply(to: Processed.stream(late)).collect().marks.map(\.frame)
        #expect(marks.count == 2 && marks == marks.sorted())
    }

    @Test("a stream's error is passed on, and a cancelled task ends immediately")
    func errors() async throws {
        let processing = SpeechProcessing(trimming: .init(), tempo: 2, loudness: -18)
        let broken = ServiceError(.pluginCrashed, "it died")
        let events: [SpeechEvent] = [.format(Processed.format), .audio(AudioChunk(samples: Signals.vowel(seconds: 1)))]
        let error = await Processed.failure {
            _ = try await processing.apply(to: Processed.stream(events, ending: broken)).collect()
        }
        #expect(error == broken)
        // This stream never ends by itself.
        let endless = SpeechStream {
            .audio(AudioChunk(samples: [Int16](repeating: 3, count: 1000)))
        }
        let start = Mutex(false)
        let unlimited = SpeechStream {
            if start.withLock({ isStarted in
                defer { isStarted = true }
                return !isStarted
            }) {
                return .format(Processed.format)
            }
            var iterator = endless.makeAsyncIterator()
            return try await iterator.next()
        }
        let task = Task { try await processing.apply(to: unlimited).collect() }
        task.cancel()
        let cancelled = await Processed.failure { _ = try await task.value }
        #expect(cancelled?.code == .cancelled)
    }

    @Test("a provider with processed speech satisfies the rules for providers")
    func conformance() async throws {
        let report = await SpeechConformance(sample: .init(text: "Hello world", language: "en-US"))
            .check(ProcessingProvider())
        #expect(report.isPassed, "\(report)")
    }

}

/// An in-memory provider whose speech goes through every step.
private struct ProcessingProvider: SpeechProvider {
    private let base = InMemorySpeech()
    private let processing = SpeechProcessing(
        trimming: .init(),
        tempo: 0.8,
        loudness: -18,
        leadingPause: .milliseconds(20),
        trailingPause: .milliseconds(20)
    )

    var descriptor: ProviderDescriptor { base.descriptor }
    func status() async -> ProviderStatus { await base.status() }
    func shutdown() async { await base.shutdown() }
    func voices(matching query: VoiceQuery) async throws -> [Voice] { try await base.voices(matching: query) }

    func synthesize(_ request: SpeechRequest) async throws -> SpeechStream {
        try processing.apply(to: try await base.synthesize(request))
    }
}
