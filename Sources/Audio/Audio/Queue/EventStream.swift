/// What happens, for one listener.
///
/// The listener hears everything from the moment at which the stream was made. What it has not read yet is kept for it, up
/// to a limit; then the oldest events are dropped, and in their place stands one event that says how many are missing. So
/// a slow listener holds nobody up, and one that never reads costs no more than its limit. Listening ends when the task
/// is cancelled, the stream is dropped, or the source has ended.
///
/// A stream is read by one task; who wants to listen twice makes two.
public struct EventStream<Event: Sendable>: AsyncSequence, Sendable {
    /// What is heard.
    public typealias Element = Event
    /// Listening cannot fail.
    public typealias Failure = Never

    let subscription: EventSubscription<Event>

    /// Starts to read.
    public func makeAsyncIterator() -> Iterator { Iterator(subscription: subscription) }

    /// Reads one event after the other.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        fileprivate let subscription: EventSubscription<Event>

        /// The next event; `nil` when there will be none, or the task is cancelled.
        public mutating func next() async -> Event? {
            await subscription.next()
        }

        /// The next event; `nil` when there will be none, or the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Event? {
            await subscription.next()
        }
    }
}

/// The place where the events for one listener wait; dropping it ends the listening.
final class EventSubscription<Event: Sendable>: Sendable {
    private let id: Int
    private let inbox: Monitor<EventInbox<Event>>
    private let broadcast: EventBroadcast<Event>

    init(id: Int, inbox: Monitor<EventInbox<Event>>, broadcast: EventBroadcast<Event>) {
        self.id = id
        self.inbox = inbox
        self.broadcast = broadcast
    }

    deinit {
        broadcast.remove(id)
    }

    func next() async -> Event? {
        await inbox.wait { $0.hasAnswer }
        guard !Task.isCancelled else { return nil }
        return inbox.change { $0.take() }
    }
}
