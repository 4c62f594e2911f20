import LanguageServices
import Synchronization

@testable import Audio

/// Speech streams with known events, and their results.
enum Processed {
    static let format = AudioFormat(sampleRate: 22_050)

    /// A stream of chunks of `size` frames; each mark precedes the chunk that contains it.
    static func stream(
        _ samples: [Int16],
        marks: [Int] = [],
        format: AudioFormat = Processed.format,
        size: Int = 1000
    ) -> SpeechStream {
        var events: [SpeechEvent] = [.format(format)]
        let piece = size * format.channels
        for start in stride(from: 0, to: samples.count, by: piece) {
            let end = min(start + piece, samples.count)
            for frame in marks where (start..<end).contains(frame * format.channels) {
                events.append(.mark(mark(frame)))
            }
            events.append(.audio(AudioChunk(samples: Array(samples[start..<end]))))
        }
        for frame in marks where frame * format.channels >= samples.count { events.append(.mark(mark(frame))) }
        events.append(.report(ServiceReport(notices: ["last"])))
        return stream(events)
    }

    static func stream(_ events: [SpeechEvent], ending error: ServiceError? = nil) -> SpeechStream {
        let waiting = Mutex(events[...])
        return SpeechStream {
            if let event = waiting.withLock({ $0.popFirst() }) { return event }
            if let error { throw error }
            return nil
        }
    }

    static func mark(_ frame: Int) -> SpeechMark { SpeechMark(kind: .word, offset: 0, length: 0, frame: frame) }

    static func process(
        _ processing: SpeechProcessing,
        _ samples: [Int16],
        marks: [Int] = [],
        format: AudioFormat = Processed.format,
        size: Int = 1000
    ) async throws -> SpeechStream.Recording {
        try await processing.apply(to: stream(samples, marks: marks, format: format, size: size)).collect()
    }

    static func failure(_ body: () async throws -> Void) async -> ServiceError? {
        do {
            try await body()
            return nil
        } catch { return error as? ServiceError }
    }
}
