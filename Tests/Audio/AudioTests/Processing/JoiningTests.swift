import LanguageServices
import Synchronization
import Testing

@testable import Audio

@Suite("Joining and repeating speech")
struct JoiningTests {
    private static let format = AudioFormat(sampleRate: 8000)

    private func piece(
        _ samples: [Int16],
        marks: [Int] = [],
        format: AudioFormat = Self.format,
        notice: String = "n"
    ) -> SpeechStream {
        var events: [SpeechEvent] = [.format(format)]
        events += marks.map { .mark(SpeechMark(kind: .word, offset: 3, length: 1, frame: $0)) }
        events += [.audio(AudioChunk(samples: samples))]
        events += [.report(.answered(by: "test", in: .seconds(1), notices: [notice]))]
        let waiting = Mutex(events[...])
        return SpeechStream { waiting.withLock { $0.popFirst() } }
    }

    @Test("pieces are joined with pauses, mark frames are adjusted, and reports are merged")
    func joins() async throws {
        let stream = try SpeechStream.repeating(3, pause: .milliseconds(250)) { number in
            piece(
                [Int16](repeating: Int16(number + 1), count: 100 * (number + 1)),
                marks: [0, 50],
                notice: "\(number / 2)"
            )
        }
        let result = try await stream.collect()
        func part(_ value: Int16, _ count: Int) -> [Int16] { [Int16](repeating: value, count: count) }
        #expect(result.samples == part(1, 100) + part(0, 2000) + part(2, 200) + part(0, 2000) + part(3, 300))
        #expect(result.marks.map(\.frame) == [0, 50, 2100, 2150, 4300, 4350])
        #expect(result.marks.allSatisfy { $0.offset == 3 })
        #expect(result.report.attempts.count == 3 && result.report.notices == ["0", "1"])
    }

    @Test("the next piece is requested only when the previous one has ended")
    func lazy() async throws {
        let asked = Mutex(0)
        let stream = try SpeechStream.repeating(5, pause: .zero) { _ in
            asked.withLock { $0 += 1 }
            return piece([1, 2])
        }
        var iterator = stream.makeAsyncIterator()
        #expect(asked.withLock { $0 } == 0)
        for _ in 0..<2 { _ = try await iterator.next() }
        #expect(asked.withLock { $0 } == 1)
        _ = try await iterator.next()
        #expect(asked.withLock { $0 } == 2)
    }

    @Test("a format change, nothing to join, invalid counts and errors in a piece are reported")
    func refusals() async throws {
        func code(_ stream: SpeechStream) async -> ServiceError.Code? {
            do {
                _ = try await stream.collect()
                return nil
            } catch { return ServiceError(error).code }
        }
        let mixed = try SpeechStream.repeating(2, pause: .zero) {
            piece([1], format: AudioFormat(sampleRate: 8000 + $0))
        }
        #expect(await code(mixed) == .unsupported)
        #expect(await code(.joining(pause: .zero) { nil }) == .invalidRequest)
        #expect(await code(.joining(pause: .zero) { throw ServiceError(.quotaExceeded, "no") }) == .quotaExceeded)
        for times in [0, -1, 1001, .max, .min] {
            #expect(throws: ServiceError.self) { try SpeechStream.repeating(times, pause: .zero) { _ in piece([1]) } }
        }
        let wide = try await SpeechStream.repeating(2, pause: .seconds(Int64.max)) { _ in piece([1]) }.collect()
        #expect(wide.samples.count == 2 + 480_000)
        let negative = try await SpeechStream.repeating(2, pause: .seconds(-5)) { _ in piece([1]) }.collect()
        #expect(negative.samples == [1, 1])
    }
}
