import Synchronization

/// One step of a stream of sentences.
public enum SentenceEvent: Sendable, Hashable {
    /// A sentence that may be given out.
    case sentence(ExampleSentence)
    /// How the sentences came about; the last event, once. A stream that fails throws instead.
    case report(ServiceReport)
}

/// Sentences as they are written or found, then a report.
///
/// The stream is pulled, as a ``SpeechStream`` is: a provider works only when the caller asks for the next event, and a stream
/// that is dropped costs nothing more. It can be iterated once, by one task.
public typealias SentenceStream = ServiceStream<SentenceEvent>

extension SentenceStream {
    /// Creates a stream of what is there already.
    public init(of response: SentenceResponse) {
        let events = response.sentences.map { SentenceEvent.sentence($0) } + [.report(response.report)]
        let left = Mutex(events[...])
        self.init { left.withLock { $0.popFirst() } }
    }

    /// Pulls the stream to its end and keeps everything.
    ///
    /// - Throws: ``ServiceError``: what the stream threw, or ``ServiceError/Code/protocolViolation`` when it gave more sentences
    ///   than a request may ask for.
    public func collect() async throws -> SentenceResponse {
        var response = SentenceResponse(sentences: [], report: ServiceReport())
        for try await event in self {
            switch event {
            case .sentence(let sentence):
                guard response.sentences.count < SentenceRequest.counts.upperBound else {
                    throw ServiceError(.protocolViolation, "the stream gave more sentences than anybody may ask for")
                }
                response.sentences.append(sentence)
            case .report(let report): response.report = report
            }
        }
        return response
    }
}
