import Synchronization

/// Returns the next event of a stream; `nil` at the end.
package typealias Pull<Event> = @Sendable () async throws -> Event?

/// A pull-based stream of events from a provider; see ``SpeechStream`` and ``SentenceStream``.
public struct ServiceStream<Event: Sendable>: AsyncSequence, Sendable {
    /// The type of the events.
    public typealias Element = Event
    /// The error type; every error is a ``ServiceError``.
    public typealias Failure = any Error

    package let pull: Pull<Event>

    /// Creates a stream.
    ///
    /// - Parameter pull: Returns the next event, or `nil` at the end. It is never called concurrently, and not again
    ///   after it has returned `nil` or thrown.
    public init(pulling pull: @escaping @Sendable () async throws -> Event?) {
        self.pull = StreamTurn.guarding(pull)
    }

    /// Creates an iterator. All iterators share one position in the stream.
    public func makeAsyncIterator() -> Iterator { Iterator(pull: pull) }

    /// Requests one event at a time.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        let pull: Pull<Event>

        /// Returns the next event, or `nil` at the end.
        ///
        /// - Throws: ``ServiceError``; the stream has then ended. ``ServiceError/Code/invalidRequest`` if another task
        ///   is already waiting for an event from this stream.
        public mutating func next() async throws -> Event? { try await pull() }
    }
}

/// Ensures that a stream's provider is never asked for events concurrently or after the end.
///
/// A stream is a value, so two copies or two iterators could otherwise pull from the same engine at the same time.
final class StreamTurn: Sendable {
    private enum State {
        case idle
        case pulling
        case over
    }

    private let state = Mutex(State.idle)

    /// Starts a pull.
    ///
    /// - Returns: Whether there may be another event.
    /// - Throws: ``ServiceError/Code/invalidRequest`` if another pull is running.
    func begin() throws(ServiceError) -> Bool {
        let before = state.withLock { state in
            defer { if state == .idle { state = .pulling } }
            return state
        }
        if before == .pulling {
            throw ServiceError(.invalidRequest, "two tasks are reading the stream at the same time")
        }
        return before == .idle
    }

    /// Ends a pull.
    func end(isOver: Bool) {
        state.withLock { $0 = isOver ? .over : .idle }
    }

    /// Wraps a pull function. The wrapped function is never called concurrently, and not again after it has returned
    /// `nil` or thrown. All errors become `ServiceError`.
    static func guarding<Event>(_ pull: @escaping Pull<Event>) -> Pull<Event> {
        let turn = StreamTurn()
        return {
            guard try turn.begin() else { return nil }
            do {
                let event = try await pull()
                turn.end(isOver: event == nil)
                return event
            } catch {
                turn.end(isOver: true)
                throw ServiceError(error)
            }
        }
    }
}
