import LanguageServices
import LanguageServicesTesting
import ServiceRegistry
import TestSupport
import Testing

@Suite("Cached speech")
struct CachedSpeechTests {
    private static let format = AudioFormat(sampleRate: 8000, channels: 2)

    private static let samples = (0..<20_000).map { Int16(truncatingIfNeeded: $0 &* 7919) } + [.min, .max]

    private static func mark(_ frame: Int, _ kind: SpeechMark.Kind = .word) -> SpeechMark {
        SpeechMark(kind: kind, offset: frame, length: 1, frame: frame, ipa: "ə")
    }

    /// An utterance in chunks of different sizes, with marks before, between and after them.
    private static let events: [SpeechEvent] = [
        .format(format), .mark(mark(0, .sentence)), .mark(mark(0)), .audio(AudioChunk(samples: Array(samples[..<2]))),
        .audio(AudioChunk(samples: [])), .mark(mark(4000)), .mark(mark(1, .phoneme)),
        .audio(AudioChunk(samples: Array(samples[2..<15_000]))), .mark(mark(7600)),
        .audio(AudioChunk(samples: Array(samples[15_000...]))), .mark(mark(10_001)),
        .report(.answered(by: "recorded", in: .seconds(1), notices: ["a notice"])),
    ]

    private let request = SpeechRequest(text: "water", language: LanguageTag("en"))

    private func all(_ stream: SpeechStream) async throws -> [SpeechEvent] {
        var events: [SpeechEvent] = []
        for try await event in stream { events.append(event) }
        return events
    }

    @Test("samples, marks, format and notices are returned unchanged")
    func whole() async throws {
        let upstream = RecordedSpeech { _ in Self.events.map { .success($0) } }
        let provider = upstream.cached(in: MemoryResponseStore())
        let first = try await provider.synthesize(request).collect()
        let second = try await all(provider.synthesize(request))
        #expect(upstream.asked.value == 1)
        #expect(first.samples == Self.samples)
        #expect(first.report.attempts.map(\.cacheHit) == [false])

        #expect(second.first == .format(Self.format))
        guard case .report(let report)? = second.last else {
            Issue.record("the stream ended without a report")
            return
        }
        #expect(report.attempts.map(\.cacheHit) == [true] && report.notices == ["a notice"])
        var samples: [Int16] = []
        var marks: [SpeechMark] = []
        var pieces = 0
        for event in second {
            switch event {
            case .audio(let chunk):
                #expect(!chunk.samples.isEmpty && chunk.samples.count % 2 == 0)
                samples += chunk.samples
                pieces += 1
            case .mark(let mark):
                // Before the audio to which the mark belongs.
                #expect(mark.frame * 2 >= samples.count || mark.kind == .phoneme)
                marks.append(mark)
            case .format, .report: break
            }
        }
        #expect(samples == Self.samples)
        #expect(marks == first.marks)
        #expect(pieces > 3)
    }

    @Test("a stream that fails or is dropped is not stored", arguments: [false, true])
    func partial(isLeft: Bool) async throws {
        let store = MemoryResponseStore()
        let upstream = RecordedSpeech { _ in
            Self.events.prefix(8).map { .success($0) } + [.failure(.trial(.network))]
        }
        let provider = upstream.cached(in: store)
        let stream = try await provider.synthesize(request)
        if isLeft {
            var iterator = stream.makeAsyncIterator()
            for _ in 0..<8 { _ = try await iterator.next() }
        } else {
            #expect(try await serviceError { try await stream.collect() }.code == .network)
        }
        #expect(store.count == 0)
    }

    @Test("speech that is too large or invalid is not stored")
    func refused() async throws {
        let chunk = SpeechEvent.audio(AudioChunk(samples: Array(repeating: 1, count: 1 << 20)))
        let report = SpeechEvent.report(.answered(by: "recorded", in: .zero))
        let streams: [[SpeechEvent]] = [
            [.format(Self.format)] + Array(repeating: chunk, count: 5) + [report], [.format(Self.format), report],
            [report],
            [chunk, .format(Self.format), report], [.format(Self.format), .format(Self.format), chunk, report],
        ]
        for events in streams {
            let store = MemoryResponseStore()
            let provider = RecordedSpeech { _ in events.map { .success($0) } }.cached(in: store)
            let got = try await all(provider.synthesize(request))
            #expect(got.count == events.count)
            #expect(store.count == 0)
        }
        let most = [SpeechEvent.format(Self.format)] + Array(repeating: chunk, count: 4) + [report]
        let store = MemoryResponseStore()
        let provider = RecordedSpeech { _ in most.map { .success($0) } }.cached(in: store)
        _ = try await all(provider.synthesize(request))
        #expect(store.count == 1)
    }

    @Test("the key covers everything that affects the audio")
    func options() async throws {
        let upstream = RecordedSpeech { _ in Self.events.map { .success($0) } }
        let provider = upstream.cached(in: MemoryResponseStore())
        for rate in [nil, 1, 1.5, 1] { _ = try await all(provider.synthesize(SpeechRequest(text: "a", rate: rate))) }
        #expect(upstream.asked.value == 3)
    }

    @Test("expired speech is used if the provider cannot be reached, even if only the first event fails")
    func stale() async throws {
        let clock = TestClock()
        let isDown = Shared(false)
        let upstream = RecordedSpeech { _ in
            isDown.value
                ? [.success(.format(Self.format)), .failure(.trial(.network))] : Self.events.map { .success($0) }
        }
        let provider = upstream.cached(in: MemoryResponseStore(clock: clock.serviceClock))
        _ = try await all(provider.synthesize(request))
        clock.advance(by: .seconds(91 * 86_400))
        isDown.change { $0 = true }
        let old = try await provider.synthesize(request).collect()
        #expect(old.samples == Self.samples)
        #expect(old.report.notices.count == 2)
        isDown.change { $0 = false }
        _ = try await all(provider.synthesize(request))
        #expect(upstream.asked.value == 3)
        #expect(try await provider.synthesize(request).collect().report.notices.count == 1)
        #expect(upstream.asked.value == 3)
    }

    @Test("the stream stops when its consumer is cancelled")
    func cancellation() async throws {
        let provider = RecordedSpeech { _ in Self.events.map { .success($0) } }.cached(in: MemoryResponseStore())
        _ = try await all(provider.synthesize(request))
        let stream = try await provider.synthesize(request)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await stream.collect()
        }
        task.cancel()
        #expect(try await serviceError { try await task.value }.code == .cancelled)
    }

    @Test("a provider with a cache passes the conformance suite")
    func conformance() async throws {
        let store = MemoryResponseStore()
        let suite = SpeechConformance(sample: .init(text: "Hello world", language: "en-US"))
        for _ in 0..<2 {
            // The suite ends with a shutdown.
            let report = await suite.check(InMemorySpeech().cached(in: store))
            #expect(report.isPassed, "\(report)")
        }
    }
}
