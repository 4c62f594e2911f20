import Synchronization

/// Gives every event to every listener, and waits for none.
final class EventBroadcast<Event: Sendable>: Sendable {
    private struct State {
        var inboxes: [Int: Monitor<EventInbox<Event>>] = [:]
        var lastID = 0
        var isOver = false
    }

    private let missed: @Sendable (Int) -> Event
    private let state = Mutex(State())

    /// - Parameter missed: Makes the event that stands for events that were dropped.
    init(missed: @escaping @Sendable (Int) -> Event) {
        self.missed = missed
    }

    /// A new listener, which hears what comes from now on.
    ///
    /// - Parameter limit: How many events wait at most for a listener that does not read; at least 1.
    func listen(limit: Int) -> EventStream<Event> {
        let (id, inbox) = state.withLock { state in
            state.lastID += 1
            let inbox = Monitor(EventInbox(limit: max(1, limit), missed: missed, isOver: state.isOver))
            if !state.isOver { state.inboxes[state.lastID] = inbox }
            return (state.lastID, inbox)
        }
        return EventStream(subscription: EventSubscription(id: id, inbox: inbox, broadcast: self))
    }

    /// Puts an event into every inbox; `wake` tells the listeners, and is to be called when no lock is held.
    func post(_ event: Event) -> [Monitor<EventInbox<Event>>.Wake] {
        state.withLock { state in
            state.inboxes.values.map { inbox in inbox.stage { $0.put(event) }.wake }
        }
    }

    /// Says that there will be no more.
    func finish() {
        let wakes = state.withLock { state in
            state.isOver = true
            defer { state.inboxes = [:] }
            return state.inboxes.values.map { inbox in inbox.stage { $0.isOver = true }.wake }
        }
        for wake in wakes { wake() }
    }

    func remove(_ id: Int) {
        // The inbox goes away when the lock is free again: its events may hold anything.
        _ = state.withLock { $0.inboxes.removeValue(forKey: id) }
    }
}

/// What a change of a state brings about once the lock is released.
struct Effects<Event: Sendable> {
    private let events: EventBroadcast<Event>
    private var actions: [@Sendable () -> Void] = []

    init(events: EventBroadcast<Event>) {
        self.events = events
    }

    /// Puts an event into the inboxes now, so that all listeners have one order, and wakes the listeners later.
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

/// The events that one listener has not read.
struct EventInbox<Event: Sendable>: Sendable {
    let limit: Int
    let missed: @Sendable (Int) -> Event
    var isOver: Bool
    var events = Fifo<Event>()
    var missedCount = 0

    /// Whether ``take()`` has something to say.
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
