public import LanguageServices
import ServiceRegistry
import Synchronization

/// A speech stream seen as audio alone: its format first, then its chunks; marks and report are kept.
package final class SpeechSource: AsyncSequence, Sendable {
    package typealias Element = AudioChunk

    /// The form of the chunks.
    package let format: AudioFormat

    private let iterator: SpeechStream.Iterator
    private let kept = Mutex<(marks: [SpeechMark], report: ServiceReport?)>(([], nil))

    /// Starts a stream.
    ///
    /// - Throws: What the stream throws; `ServiceError.Code.protocolViolation` when it does not begin with its format.
    package init(_ stream: SpeechStream) async throws {
        var iterator = stream.makeAsyncIterator()
        guard case .format(let format) = try await iterator.next() else {
            throw ServiceError(.protocolViolation, "the speech stream did not begin with its format")
        }
        self.format = format
        self.iterator = iterator
    }

    /// How the speech came about; `nil` before the stream has ended.
    package var report: ServiceReport? { kept.withLock { $0.report } }

    /// The marks so far.
    package var marks: [SpeechMark] { kept.withLock { $0.marks } }

    /// The next chunk, or `nil` at the end.
    package func next() async throws -> AudioChunk? {
        // A copy pulls the same stream.
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

/// What is done to the speech of each text before it is heard or written: for those who study.
public struct SpeechTreatment: Sendable, Hashable, Codable {
    /// Loudness, silence.
    public var processing = SpeechProcessing()

    /// How often each text is spoken.
    public var times = 1

    /// The pause between two times.
    public var pause = Duration.seconds(1)

    /// The factor by which each time is slower or faster than the one before.
    public var slowing = 1.0

    /// Creates a treatment that does nothing.
    public init() {}

    /// Whether nothing is done.
    public var isNothing: Bool { processing == SpeechProcessing() && times == 1 }

    /// Speaks a request as it is to be heard.
    ///
    /// - Parameters:
    ///   - request: What is spoken.
    ///   - usualRate: The rate of a request that names none.
    ///   - provider: Who speaks.
    /// - Throws: What the provider throws, and `ServiceError.Code.invalidRequest` for a processing out of its ranges.
    public func speak(_ request: SpeechRequest, usualRate: Double, by provider: any SpeechProvider) async throws
        -> SpeechStream
    {
        guard !isNothing else { return try await provider.synthesize(request) }
        var stream = try await provider.synthesize(request)
        if times > 1 {
            let first = stream
            stream = try SpeechStream.repeating(times, pause: pause) { number in
                guard number > 0 else { return first }
                var again = request
                var rate = request.rate ?? usualRate
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

/// A provider whose speech is treated before it is heard or written.
public struct ProcessedSpeechSource: ForwardingSpeechProvider {
    /// Who speaks.
    public let upstream: any SpeechProvider

    /// What is done to the speech.
    public let treatment: SpeechTreatment

    /// Whether what the speech costs counts when it has been heard to its end, and not when it is asked for.
    let chargesOnceHeard: Bool

    /// Creates a provider.
    public init(_ upstream: any SpeechProvider, _ treatment: SpeechTreatment) {
        self.init(upstream, treatment, chargesOnceHeard: false)
    }

    package init(_ upstream: any SpeechProvider, _ treatment: SpeechTreatment, chargesOnceHeard: Bool) {
        self.upstream = upstream
        self.treatment = treatment
        self.chargesOnceHeard = chargesOnceHeard
    }

    /// Speaks a request as it is to be heard.
    public func synthesize(_ request: SpeechRequest) async throws -> SpeechStream {
        let stream = try await treatment.speak(request, usualRate: defaults.rate ?? 1, by: upstream)
        return chargesOnceHeard ? stream.consumingQuotaAtStart() : stream
    }
}
