public import LanguageServices

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
    /// - Throws: `ServiceError.Code.limitExceeded` when the queue is full, `ServiceError.Code.io` or
    ///   `ServiceError.Code.unavailable` when it cannot be written. Then nothing has been kept.
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
    /// was sent, the service asks to come later or does not know the key. `ServiceError.outcomeUnknown` tells it.
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

/// A request in a queue, and what has become of it.
public struct QueueEntry: Sendable, Hashable {
    /// The number by which the user knows it; never given twice in a queue.
    public var id: Int64

    /// The request.
    public var request: QueuedRequest

    /// What has become of it.
    public var state: State

    /// When it was put into the queue, in seconds since 1970.
    public var added: Int64

    /// When ``state`` changed for the last time, in seconds since 1970.
    public var changed: Int64

    /// How often it was sent.
    public var attempts: Int

    /// Why it waits, or what kept it from being answered: code, message and remedy only.
    public var error: ServiceError?

    /// The answer, when there is one.
    public var answer: QueueAnswer?

    /// The process that is at it, when one is.
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

    /// What has become of a request.
    public enum State: String, Sendable, Hashable, Codable, CaseIterable {
        /// It has not been sent, or was refused without having been done, and the next run sends it.
        case waiting
        /// A process has taken it and has not sent it yet.
        case claimed
        /// A process is sending it.
        case sending
        /// It was answered.
        case done
        /// It had been sent when its answer was lost, so that it may have been done and charged. Only the user sends it
        /// again.
        case uncertain
        /// The service refuses it; it would refuse it again.
        case failed
    }
}

/// The answer to a request of a queue.
public enum QueueAnswer: Sendable, Hashable, Codable {
    /// A translation.
    case translation(Translation)
    /// Speech that was written to its file, and how long it lasts.
    case speech(Duration)
}

/// A request that could not be sent and waits for the network, with the provider that it is meant for.
public struct QueuedRequest: Sendable, Hashable, Codable {
    /// Who is to be asked.
    public var provider: ProviderID

    /// What is asked for.
    public var work: Work

    /// Creates a request.
    public init(provider: ProviderID, work: Work) {
        self.provider = provider
        self.work = work
    }

    /// What is asked for, and where the answer goes.
    public enum Work: Sendable, Hashable, Codable {
        /// The translation of one text: the request holds that text alone, and names its languages as far as they are known.
        case translation(TranslationRequest)
        /// Speech in a file.
        ///
        /// `file` is its whole path. `style` says how the file is written, in the front end's own words: what is done to
        /// the speech, which form the file has.
        case speech(SpeechRequest, file: String, style: String)
    }

    /// The service that is asked.
    public var service: Service {
        switch work {
        case .translation: .translation
        case .speech: .speech
        }
    }

    /// The text that is sent.
    public var text: String {
        switch work {
        case .translation(let request): request.texts.first ?? ""
        case .speech(let request, _, _): request.text
        }
    }

    /// The path of the file that the answer is written to; `nil` for an answer that is shown.
    public var file: String? {
        switch work {
        case .translation: nil
        case .speech(_, let file, _): file
        }
    }
}
