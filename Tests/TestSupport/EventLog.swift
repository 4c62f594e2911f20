package import Audio

/// All events of a stream, for tests that wait for some of them.
package final class EventLog<Event: Sendable & Hashable>: Sendable {
    private let state = Monitor<[Event]>([])
    private let reader: Task<Void, Never>

    package init(_ events: EventStream<Event>, onEvent: @escaping @Sendable (Event) -> Void = { _ in }) {
        let state = state
        reader = Task.detached {
            for await event in events {
                state.change { $0.append(event) }
                onEvent(event)
            }
        }
    }

    /// All events so far.
    package var events: [Event] { state.value }

    /// Waits until an event has occurred `count` times.
    package func wait(for event: Event, count: Int = 1) async {
        await state.wait { events in events.count { $0 == event } >= count }
    }

    /// Waits until a matching event has occurred.
    package func wait(until isWanted: @escaping @Sendable (Event) -> Bool) async {
        await state.wait { $0.contains(where: isWanted) }
    }

    /// Waits until the stream has ended.
    package func waitForEnd() async {
        await reader.value
    }

    deinit { reader.cancel() }
}
