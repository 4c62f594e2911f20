import Synchronization

/// An element of a stream of sentences.
public enum SentenceEvent: Sendable, Hashable {
    /// A sentence that has passed the checks.
    case sentence(ExampleSentence)
    /// The report, sent once as the last event. A stream that fails throws instead.
    case report(ServiceReport)
}

/// Sentences as they are generated or found, followed by a report.
///
/// The stream is pull-based, like ``SpeechStream``: a provider works only when the consumer requests the next event,
/// and a dropped stream causes no further work. It can be iterated only once, by one task.
public typealias SentenceStream = ServiceStream<SentenceEvent>

extension SentenceStream {
    /// Creates a stream from a complete response.
    public init(of response: SentenceResponse) {
        let events = response.sentences.map { SentenceEvent.sentence($0) } + [.report(response.report)]
        let left = Mutex(events[...])
        self.init { left.withLock { $0.popFirst() } }
    }

    /// Reads the stream to the end.
    ///
    /// - Throws: ``ServiceError``: the stream's error, or ``ServiceError/Code/protocolViolation`` if it yielded more
    ///   sentences than a request may specify.
    public func collect() async throws -> SentenceResponse {
        var response = SentenceResponse(sentences: [], report: ServiceReport())
        for try await event in self {
            switch event {
            case .sentence(let sentence):
                guard response.sentences.count < SentenceRequest.counts.upperBound else {
                    throw ServiceError(.protocolViolation, "the stream has more sentences than a request may specify")
                }
                response.sentences.append(sentence)
            case .report(let report): response.report = report
            }
        }
        return response
    }
}
