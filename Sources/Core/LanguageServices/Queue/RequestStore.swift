/// Keeps requests that could not be sent, for as many processes as like to put some in and to send them.
///
/// What keeps a request from being sent twice is the order of the calls. ``claim(upTo:bytes:without:)`` takes requests for
/// this process; ``begin(_:)`` writes down, lastingly, that they are being sent; only then are they sent; and
/// ``settle(_:)`` writes down what came of it. Requests that a dead process had claimed wait again, and those that it was
/// sending are ``QueueEntry/State/uncertain``.
public protocol RequestStore: Sendable {
    /// Keeps requests. One that equals a request in the queue is not kept again: a failed one waits once more, and the
    /// others are left as they are.
    ///
    /// - Parameter requests: The requests, each with the error that kept it from being sent.
    /// - Returns: What the queue has for each request, in their order.
    /// - Throws: ``ServiceError/Code/limitExceeded`` when the queue is full, ``ServiceError/Code/io`` or
    ///   ``ServiceError/Code/unavailable`` when it cannot be written. Then nothing has been kept.
    func add(_ requests: [(request: QueuedRequest, error: ServiceError)]) async throws -> [QueueTicket]

    /// Takes the oldest request that waits, and others that wait and can be sent with it: to the same provider, with the
    /// same options.
    ///
    /// - Parameters:
    ///   - count: How many at the most.
    ///   - bytes: How long their texts may be together, in UTF-8; one is taken in any case.
    ///   - exclusions: What is left alone.
    /// - Returns: Nothing when nothing waits.
    func claim(upTo count: Int, bytes: Int, without exclusions: QueueExclusions) async throws -> [QueueEntry]

    /// Writes down that requests are being sent from now on; it is on the disk when this returns.
    ///
    /// - Returns: Those of them that this process still holds. The others must not be sent.
    func begin(_ ids: [Int64]) async throws -> Set<Int64>

    /// Writes down what came of requests that this process holds.
    func settle(_ outcomes: [(id: Int64, outcome: QueueOutcome)]) async throws

    /// Lets requests wait again that this process has claimed and not begun to send.
    func release(_ ids: [Int64]) async throws
}

/// The requests that a run leaves alone, because it has tried them or others like them.
public struct QueueExclusions: Sendable, Hashable {
    /// Providers whose requests are left alone.
    public var providers: Set<ProviderID>

    /// Requests that are left alone, by number.
    public var requests: Set<Int64>

    /// Creates exclusions.
    public init(providers: Set<ProviderID> = [], requests: Set<Int64> = []) {
        self.providers = providers
        self.requests = requests
    }
}

/// What a queue has for a request that was put into it.
public struct QueueTicket: Sendable, Hashable {
    /// The number by which the user knows the request.
    public var id: Int64

    /// What has become of the request, when an equal one was there already.
    public var state: QueueEntry.State

    /// The answer, when an equal request has been answered already.
    public var answer: QueueAnswer?

    /// Creates a ticket.
    public init(id: Int64, state: QueueEntry.State, answer: QueueAnswer? = nil) {
        self.id = id
        self.state = state
        self.answer = answer
    }
}

/// What came of sending a request of a queue.
public enum QueueOutcome: Sendable, Hashable {
    /// It was answered.
    case answered(QueueAnswer)
    /// It was not done, and may be sent again.
    case waiting(ServiceError)
    /// It may have been done although no answer came.
    case uncertain(ServiceError)
    /// The service refuses it.
    case refused(ServiceError)

    /// What an error means for a request that was being sent when it came.
    ///
    /// Only what surely has not been done may be sent again: the network was not there, the time was over before anything
    /// was sent, the service asks to come later or does not know the key. ``ServiceError/mayHaveBeenDone`` tells it.
    public init(_ error: ServiceError) {
        if error.mayHaveBeenDone {
            self = .uncertain(error)
            return
        }
        self =
            switch error.code {
            case .network, .timedOut, .unavailable, .rateLimited, .quotaExceeded, .unauthorized, .configuration:
                .waiting(error)
            case .cancelled, .io, .pluginCrashed: .uncertain(error)
            default: .refused(error)
            }
    }

    /// The state in which it leaves the request.
    public var state: QueueEntry.State {
        switch self {
        case .answered: .done
        case .waiting: .waiting
        case .uncertain: .uncertain
        case .refused: .failed
        }
    }

    /// What kept the request from being answered.
    public var error: ServiceError? {
        switch self {
        case .answered: nil
        case .waiting(let error), .uncertain(let error), .refused(let error): error
        }
    }
}
