public import LanguageServices

/// A persistent queue of requests that several processes may share.
///
/// The order of the calls ensures that no request is sent twice. ``claim(upTo:bytes:without:)`` reserves requests for
/// this process. ``begin(_:)`` persistently marks them as being sent. Then they are sent, and ``settle(_:)`` stores the
/// results. If a process dies, its claimed requests return to the queue, and those that it was sending become
/// ``QueueEntry/State/uncertain``.
public protocol RequestStore: Sendable {
    /// Adds requests. A request that is already queued is not added again; a failed request is queued again, and others
    /// are left unchanged.
    ///
    /// - Parameter requests: The requests with their errors.
    /// - Returns: A ticket for each request, in order.
    /// - Throws: `ServiceError.Code.limitExceeded` if the queue is full, `ServiceError.Code.io` or
    ///   `ServiceError.Code.unavailable` if it cannot be written. In these cases, nothing has been added.
    func add(_ requests: [(request: QueuedRequest, error: ServiceError)]) async throws -> [QueueTicket]

    /// Claims the oldest waiting request, and others that can be sent with it: those for the same provider with the
    /// same options.
    ///
    /// - Parameters:
    ///   - count: The maximum number of requests.
    ///   - bytes: The maximum size of their texts in UTF-8; at least one request is claimed regardless.
    ///   - exclusions: The requests to skip.
    /// - Returns: The claimed requests; empty if no request is waiting.
    func claim(upTo count: Int, bytes: Int, without exclusions: QueueExclusions) async throws -> [QueueEntry]

    /// Marks requests as being sent. The mark is persistent when the call returns.
    ///
    /// - Returns: The requests that are still claimed by this process. The others must not be sent.
    func begin(_ ids: [Int64]) async throws -> Set<Int64>

    /// Stores the outcomes of requests that this process has claimed.
    func settle(_ outcomes: [(id: Int64, outcome: QueueOutcome)]) async throws

    /// Returns claimed but unsent requests to the queue.
    func release(_ ids: [Int64]) async throws
}

/// Requests that a run skips.
public struct QueueExclusions: Sendable, Hashable {
    /// Providers whose requests are skipped.
    public var providers: Set<ProviderID>

    /// Ids of requests that are skipped.
    public var requests: Set<Int64>

    /// Creates exclusions.
    public init(providers: Set<ProviderID> = [], requests: Set<Int64> = []) {
        self.providers = providers
        self.requests = requests
    }
}

/// The state of a request after it was added to a queue.
public struct QueueTicket: Sendable, Hashable {
    /// The id of the request, as shown to the user.
    public var id: Int64

    /// The state of the request; an identical request may have been queued before.
    public var state: QueueEntry.State

    /// The answer, if an identical request has already been answered.
    public var answer: QueueAnswer?

    /// Creates a ticket.
    public init(id: Int64, state: QueueEntry.State, answer: QueueAnswer? = nil) {
        self.id = id
        self.state = state
        self.answer = answer
    }
}

/// The outcome of sending a queued request.
public enum QueueOutcome: Sendable, Hashable {
    /// The request was answered.
    case answered(QueueAnswer)
    /// The request was not processed and can be sent again.
    case waiting(ServiceError)
    /// The request may have been processed although no answer arrived.
    case uncertain(ServiceError)
    /// The service rejected the request.
    case refused(ServiceError)

    /// Classifies the error that a request failed with while it was being sent.
    ///
    /// A request can be sent again only if it is known not to have been processed: the network was down, the deadline
    /// passed before anything was sent, the service asked the client to retry later, or it rejected the key. See
    /// `ServiceError.outcomeUnknown`.
    public init(_ error: ServiceError) {
        if error.outcomeUnknown {
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

    /// The resulting state of the request.
    public var state: QueueEntry.State {
        switch self {
        case .answered: .done
        case .waiting: .waiting
        case .uncertain: .uncertain
        case .refused: .failed
        }
    }

    /// The error, if the request was not answered.
    public var error: ServiceError? {
        switch self {
        case .answered: nil
        case .waiting(let error), .uncertain(let error), .refused(let error): error
        }
    }
}

/// A queued request with its state.
public struct QueueEntry: Sendable, Hashable {
    /// The id, as shown to the user; ids are never reused within a queue.
    public var id: Int64

    /// The request.
    public var request: QueuedRequest

    /// Its state.
    public var state: State

    /// When the request was added, in seconds since 1970.
    public var added: Int64

    /// When ``state`` last changed, in seconds since 1970.
    public var changed: Int64

    /// The number of times it was sent.
    public var attempts: Int

    /// The last error: code, message and remedy only.
    public var error: ServiceError?

    /// The answer, if there is one.
    public var answer: QueueAnswer?

    /// The id of the process that has claimed the request, if any.
    public var process: Int32?

    /// Creates an entry.
    public init(
        id: Int64,
        request: QueuedRequest,
        state: State,
        added: Int64,
        changed: Int64,
        attempts: Int = 0,
        error: ServiceError? = nil,
        answer: QueueAnswer? = nil,
        process: Int32? = nil
    ) {
        self.id = id
        self.request = request
        self.state = state
        self.added = added
        self.changed = changed
        self.attempts = attempts
        self.error = error
        self.answer = answer
        self.process = process
    }

    /// The state of a request.
    public enum State: String, Sendable, Hashable, Codable, CaseIterable {
        /// The request has not been processed; the next run sends it.
        case waiting
        /// A process has claimed the request but has not sent it yet.
        case claimed
        /// A process is sending the request.
        case sending
        /// The request was answered.
        case done
        /// The answer was lost after the request was sent, so the request may have been processed and billed. Only the
        /// user can resend it.
        case uncertain
        /// The service rejected the request, and would do so again.
        case failed
    }
}

/// The answer to a queued request.
public enum QueueAnswer: Sendable, Hashable, Codable {
    /// A translation.
    case translation(Translation)
    /// Speech that was written to its file; the value is its duration.
    case speech(Duration)
}

/// A request that is queued for a provider.
public struct QueuedRequest: Sendable, Hashable, Codable {
    /// The provider.
    public var provider: ProviderID

    /// The request itself.
    public var work: Work

    /// Creates a request.
    public init(provider: ProviderID, work: Work) {
        self.provider = provider
        self.work = work
    }

    /// The request itself, and the destination of its answer.
    public enum Work: Sendable, Hashable, Codable {
        /// The translation of a single text, with its languages if known.
        case translation(TranslationRequest)
        /// Speech to write to a file.
        ///
        /// `file` is the file's absolute path. `style` describes the file format and audio processing, in a form
        /// defined by the front end.
        case speech(SpeechRequest, file: String, style: String)
    }

    /// The service of the request.
    public var service: Service {
        switch work {
        case .translation: .translation
        case .speech: .speech
        }
    }

    /// The text to send.
    public var text: String {
        switch work {
        case .translation(let request): request.texts.first ?? ""
        case .speech(let request, _, _): request.text
        }
    }

    /// The path of the output file; `nil` for an answer that is displayed.
    public var file: String? {
        switch work {
        case .translation: nil
        case .speech(_, let file, _): file
        }
    }
}
