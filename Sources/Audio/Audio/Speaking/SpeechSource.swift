public import LanguageServices
import ServiceRegistry
import Synchronization

/// A speech stream as a sequence of audio chunks. The format is read first; marks and the report are collected.
package final class SpeechSource: AsyncSequence, Sendable {
    package typealias Element = AudioChunk

    /// The format of the chunks.
    package let format: AudioFormat

    private let iterator: SpeechStream.Iterator
    private let kept = Mutex<(marks: [SpeechMark], report: ServiceReport?)>(([], nil))

    /// Starts a stream.
    ///
    /// - Throws: The stream's errors; `ServiceError.Code.protocolViolation` if it does not start with its format.
    package init(_ stream: SpeechStream) async throws {
        var iterator = stream.makeAsyncIterator()
        guard case .format(let format) = try await iterator.next() else {
            throw ServiceError(.protocolViolation, "the speech stream does not start with its format")
        }
        self.format = format
        self.iterator = iterator
    }

    /// The report for the request; `nil` before the end of the stream.
    package var report: ServiceReport? { kept.withLock { $0.report } }

    /// The marks so far.
    package var marks: [SpeechMark] { kept.withLock { $0.marks } }

    /// The next chunk, or `nil` at the end.
    package func next() async throws -> AudioChunk? {
        // A copy of the iterator advances the same stream.
        var iterator = iterator
        while let event = try await iterator.next() {
            switch event {
            case .audio(let chunk): return chunk
            case .report(let report): kept.withLock { $0.report = report }
            case .mark(let mark): kept.withLock { $0.marks.append(mark) }
            case .format: continue
            }
        }
        return nil
    }

    package func makeAsyncIterator() -> Iterator { Iterator(source: self) }

    package struct Iterator: AsyncIteratorProtocol {
        let source: SpeechSource

        package mutating func next() async throws -> AudioChunk? { try await source.next() }
    }
}

/// Speech processing for learners: audio processing, and repetitions of each text.
public struct SpeechPostprocessing: Sendable, Hashable, Codable {
    /// The audio processing.
    public var processing = SpeechProcessing()

    /// The number of times each text is spoken.
    public var times = 1

    /// The pause between repetitions.
    public var pause = Duration.seconds(1)

    /// The factor by which the rate changes with each repetition; below 1, the speech becomes slower each time.
    public var slowing = 1.0

    /// Creates postprocessing settings that change nothing.
    public init() {}

    /// Whether the settings change nothing.
    public var isIdentity: Bool { processing == SpeechProcessing() && times == 1 }

    /// Synthesises a request with this postprocessing.
    ///
    /// - Parameters:
    ///   - request: The text and how to speak it.
    ///   - defaultRate: The rate to use if the request has none.
    ///   - provider: The speech provider.
    /// - Throws: The provider's errors, and `ServiceError.Code.invalidRequest` for a value out of range.
    public func speak(_ request: SpeechRequest, defaultRate: Double, by provider: any SpeechProvider) async throws
        -> SpeechStream
    {
        guard !isIdentity else { return try await provider.synthesize(request) }
        var stream = try await provider.synthesize(request)
        if times > 1 {
            let first = stream
            stream = try SpeechStream.repeating(times, pause: pause) { number in
                guard number > 0 else { return first }
                var again = request
                var rate = request.rate ?? defaultRate
                for _ in 0..<number { rate *= slowing }
                if slowing != 1 {
                    again.rate = min(max(rate, SpeechRequest.rates.lowerBound), SpeechRequest.rates.upperBound)
                }
                return try await provider.synthesize(again)
            }
        }
        return processing == SpeechProcessing() ? stream : try processing.apply(to: stream)
    }
}

/// A speech provider with postprocessing.
public struct ProcessedSpeechSource: ForwardingSpeechProvider {
    /// The underlying provider.
    public let upstream: any SpeechProvider

    /// The postprocessing applied to the speech.
    public let postprocessing: SpeechPostprocessing

    /// Whether an error after the first audio marks the request as possibly processed (`ServiceError.outcomeUnknown`)
    /// because the service has already billed it.
    let consumesQuotaAtStart: Bool

    /// Creates a provider.
    public init(_ upstream: any SpeechProvider, _ postprocessing: SpeechPostprocessing) {
        self.init(upstream, postprocessing, consumesQuotaAtStart: false)
    }

    package init(_ upstream: any SpeechProvider, _ postprocessing: SpeechPostprocessing, consumesQuotaAtStart: Bool) {
        self.upstream = upstream
        self.postprocessing = postprocessing
        self.consumesQuotaAtStart = consumesQuotaAtStart
    }

    /// Synthesises a request with the postprocessing.
    public func synthesize(_ request: SpeechRequest) async throws -> SpeechStream {
        let stream = try await postprocessing.speak(request, defaultRate: defaults.rate ?? 1, by: upstream)
        return consumesQuotaAtStart ? stream.consumingQuotaAtStart() : stream
    }
}
