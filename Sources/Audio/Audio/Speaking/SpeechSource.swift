package import LanguageServices
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
