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
