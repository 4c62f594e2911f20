import Synchronization

/// Gives the next event of a stream; `nil` when there are no more.
package typealias Pull<Event> = @Sendable () async throws -> Event?

/// Events of a provider as they come; see ``SpeechStream`` and ``SentenceStream``.
public struct ServiceStream<Event: Sendable>: AsyncSequence, Sendable {
    /// What the stream is made of.
    public typealias Element = Event
    /// Everything that can go wrong is a ``ServiceError``.
    public typealias Failure = any Error

    package let pull: Pull<Event>

    /// Creates a stream.
    ///
    /// - Parameter pull: Gives the next event, or `nil` after the report. It is never called again after it has
    ///   returned `nil` or thrown, and never by two tasks at once.
    public init(pulling pull: @escaping @Sendable () async throws -> Event?) {
        self.pull = StreamTurn.guarding(pull)
    }

    /// Starts to pull.
    public func makeAsyncIterator() -> Iterator { Iterator(pull: pull) }

    /// Pulls one event after the other.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        let pull: Pull<Event>

        /// The next event, or `nil` at the end.
        ///
        /// - Throws: ``ServiceError``; after that the stream has ended. ``ServiceError/Code/invalidRequest`` when another
        ///   task is waiting for an event of the same stream.
        public mutating func next() async throws -> Event? { try await pull() }
    }
}

/// Keeps a stream's promise to its provider: one pull at a time, and none after the end.
///
/// A stream is a value, so nothing but this stops two copies, or two iterators, from pulling one engine at once.
final class StreamTurn: Sendable {
    private enum State {
        case idle
        case pulling
        case over
    }

    private let state = Mutex(State.idle)

    /// Takes the turn.
    ///
    /// - Returns: Whether there may be another event.
    /// - Throws: ``ServiceError/Code/invalidRequest`` when somebody else has the turn.
    func begin() throws(ServiceError) -> Bool {
        let before = state.withLock { state in
            defer { if state == .idle { state = .pulling } }
            return state
        }
        if before == .pulling {
            throw ServiceError(.invalidRequest, "a stream is read by two tasks at once")
        }
        return before == .idle
    }

    /// Gives the turn back.
    func end(isOver: Bool) {
        state.withLock { $0 = isOver ? .over : .idle }
    }

    /// A pull that keeps the promise: never again after it has returned `nil` or thrown, and never by two tasks at once.
    /// Whatever it throws is a `ServiceError`.
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
