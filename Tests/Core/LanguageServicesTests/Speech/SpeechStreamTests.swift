import LanguageServices
import LanguageServicesTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct SpeechStreamTests {
    private struct Foreign: Error {}

    private let format = AudioFormat(sampleRate: 1000, channels: 2)

    private func stream(_ events: [SpeechEvent], then error: (any Error)? = nil, pulls: Shared<Int>? = nil)
        -> SpeechStream
    {
        let waiting = Shared(events[...])
        return SpeechStream {
            pulls?.change { $0 += 1 }
            if let event = waiting.change({ $0.popFirst() }) { return event }
            if let error { throw error }
            return nil
        }
    }

    private func audio(_ count: Int) -> SpeechEvent {
        .audio(AudioChunk(samples: [Int16](repeating: 7, count: count)))
    }

    @Test func collectKeepsEverything() async throws {
        let mark = SpeechMark(kind: .word, offset: 0, length: 1, frame: 0)
        let report = ServiceReport.answered(by: "a", in: .seconds(1))
        let recording = try await stream([.format(format), .mark(mark), audio(4), audio(6), .report(report)]).collect()
        #expect(recording.format == format)
        #expect(recording.samples == [Int16](repeating: 7, count: 10))
        #expect(recording.marks == [mark])
        #expect(recording.report == report)
        #expect(recording.duration == .milliseconds(5))
    }

    @Test func collectStopsAtItsLimit() async throws {
        let events = [SpeechEvent.format(format), audio(4), audio(6)]
        #expect(try await stream(events).collect(limit: 10).samples.count == 10)
        for limit in [9, 3, 0, -1, .min] {
            let error = await #expect(throws: ServiceError.self) { try await stream(events).collect(limit: limit) }
            #expect(error?.code == .limitExceeded)
        }
    }

    @Test func aStreamWithoutAFormatIsAProtocolViolation() async {
        for events in [[], [audio(1)]] {
            let error = await #expect(throws: ServiceError.self) { try await stream(events).collect() }
            #expect(error?.code == .protocolViolation)
        }
    }

    @Test func aStreamStaysEnded() async throws {
        let pulls = Shared(0)
        let ended = stream([.format(format)], pulls: pulls)
        var iterator = ended.makeAsyncIterator()
        #expect(try await iterator.next() != nil)
        for _ in 0..<3 { #expect(try await iterator.next() == nil) }
        var another = ended.makeAsyncIterator()
        #expect(try await another.next() == nil)
        #expect(pulls.value == 2)
    }

    @Test func aFailureEndsTheStream() async throws {
        let pulls = Shared(0)
        let failing = stream([.format(format)], then: Foreign(), pulls: pulls)
        var iterator = failing.makeAsyncIterator()
        #expect(try await iterator.next() != nil)
        do {
            _ = try await iterator.next()
            Issue.record("there was no failure")
        } catch {
            #expect((error as? ServiceError)?.code == .providerFailed)
        }
        #expect(try await iterator.next() == nil)
        var another = failing.makeAsyncIterator()
        #expect(try await another.next() == nil)
        #expect(pulls.value == 2)
    }

    @Test func concurrentPullsAreRejected() async throws {
        let clock = TestClock()
        let service = clock.serviceClock
        let slow = SpeechStream {
            try await service.sleep(for: .seconds(1))
            return nil
        }
        let first = Task {
            var iterator = slow.makeAsyncIterator()
            return try await iterator.next()
        }
        try await clock.waitForSleepers(count: 1)
        var second = slow.makeAsyncIterator()
        do {
            _ = try await second.next()
            Issue.record("two tasks pulled at once")
        } catch {
            #expect((error as? ServiceError)?.code == .invalidRequest)
        }
        clock.advance(by: .seconds(1))
        #expect(try await first.value == nil)
    }

    @Test(arguments: [
        (AudioFormat(sampleRate: 22_050), 22_050, Duration.seconds(1)),
        (AudioFormat(sampleRate: 8000, channels: 2), 8000, .milliseconds(500)),
        (AudioFormat(sampleRate: 0), 100, .zero), (AudioFormat(sampleRate: -1), 100, .zero),
        (AudioFormat(sampleRate: 8000, channels: 0), 100, .zero), (AudioFormat(sampleRate: 8000), 0, .zero),
        (AudioFormat(sampleRate: 1), .max, .seconds(Int64.max)), (AudioFormat(sampleRate: .max), .max, .seconds(1)),
    ])
    func durations(format: AudioFormat, samples: Int, duration: Duration) {
        #expect(format.duration(ofSamples: samples) == duration)
    }

    @Test func anAbsurdSampleRateDoesNotOverflow() {
        #expect(AudioFormat(sampleRate: .max).duration(ofSamples: .max - 1) < .seconds(1))
        #expect(AudioFormat(sampleRate: .max).duration(ofSamples: .max - 1) > .milliseconds(999))
    }
}
