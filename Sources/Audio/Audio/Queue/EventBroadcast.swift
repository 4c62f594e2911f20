import Synchronization

/// Sends every event to all listeners without waiting for them.
final class EventBroadcast<Event: Sendable>: Sendable {
    private struct State {
        var inboxes: [Int: Monitor<EventInbox<Event>>] = [:]
        var lastID = 0
        var isOver = false
    }

    private let missed: @Sendable (Int) -> Event
    private let state = Mutex(State())

    /// - Parameter missed: Creates the event that reports the number of dropped events.
    init(missed: @escaping @Sendable (Int) -> Event) {
        self.missed = missed
    }

    /// Creates a listener for events from now on.
    ///
    /// - Parameter limit: The maximum number of unread events that are buffered; at least 1.
    func listen(limit: Int) -> EventStream<Event> {
        let (id, inbox) = state.withLock { state in
            state.lastID += 1
            let inbox = Monitor(EventInbox(limit: max(1, limit), missed: missed, isOver: state.isOver))
            if !state.isOver { state.inboxes[state.lastID] = inbox }
            return (state.lastID, inbox)
        }
        return EventStream(subscription: EventSubscription(id: id, inbox: inbox, broadcast: self))
    }

    /// Puts an event into every inbox. To wake the listeners, call the returned handles when no lock is held.
    func post(_ event: Event) -> [Monitor<EventInbox<Event>>.Wake] {
        state.withLock { state in
            state.inboxes.values.map { inbox in inbox.stage { $0.put(event) }.wake }
        }
    }

    /// Ends all streams.
    func finish() {
        let wakes = state.withLock { state in
            state.isOver = true
            defer { state.inboxes = [:] }
            return state.inboxes.values.map { inbox in inbox.stage { $0.isOver = true }.wake }
        }
        for wake in wakes { wake() }
    }

    func remove(_ id: Int) {
        // The inbox is released after the lock, because its events may reference arbitrary objects.
        _ = state.withLock { $0.inboxes.removeValue(forKey: id) }
    }
}

/// Side effects of a state change that run after the lock is released.
struct Effects<Event: Sendable> {
    private let events: EventBroadcast<Event>
    private var actions: [@Sendable () -> Void] = []

    init(events: EventBroadcast<Event>) {
        self.events = events
    }

    /// Puts an event into the inboxes immediately, so that all listeners see the same order, but wakes the listeners
    /// later.
    mutating func post(_ event: Event) {
        let wakes = events.post(event)
        guard !wakes.isEmpty else { return }
        actions.append { for wake in wakes { wake() } }
    }

    mutating func later(_ action: @escaping @Sendable () -> Void) {
        actions.append(action)
    }

    func run() {
        for action in actions { action() }
    }
}

/// The unread events of one listener.
struct EventInbox<Event: Sendable>: Sendable {
    let limit: Int
    let missed: @Sendable (Int) -> Event
    var isOver: Bool
    var events = Fifo<Event>()
    var missedCount = 0

    /// Whether ``take()`` returns without waiting.
    var hasAnswer: Bool { !events.isEmpty || missedCount > 0 || isOver }

    mutating func put(_ event: Event) {
        guard !isOver else { return }
        if events.count >= limit {
            _ = events.popFirst()
            missedCount += 1
        }
        events.append(event)
    }

    mutating func take() -> Event? {
        if missedCount > 0 {
            defer { missedCount = 0 }
            return missed(missedCount)
        }
        return events.popFirst()
    }
}

/// An asynchronous sequence of events for one listener.
///
/// It contains all events from the time it was created. Unread events are buffered up to a limit; then the oldest are
/// dropped and replaced with one event that states how many were dropped. A slow listener therefore delays nothing, and
/// the memory for a listener that never reads is bounded. The sequence ends when the task is cancelled, the stream is
/// dropped, or the source ends.
///
/// Only one task can read a stream; create one stream per reader.
public struct EventStream<Event: Sendable>: AsyncSequence, Sendable {
    /// The type of the events.
    public typealias Element = Event
    /// The sequence never throws.
    public typealias Failure = Never

    let subscription: EventSubscription<Event>

    /// Creates the iterator.
    public func makeAsyncIterator() -> Iterator { Iterator(subscription: subscription) }

    /// Iterates over the events.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        fileprivate let subscription: EventSubscription<Event>

        /// The next event; `nil` at the end, or when the task is cancelled.
        public mutating func next() async -> Event? {
            await subscription.next()
        }

        /// The next event; `nil` at the end, or when the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Event? {
            await subscription.next()
        }
    }
}

/// A listener's subscription; dropping it ends the stream.
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
