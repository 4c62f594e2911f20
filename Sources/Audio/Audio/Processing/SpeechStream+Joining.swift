public import LanguageServices
import Synchronization

extension SpeechStream {
    /// Several pieces of speech behind each other as one, with pauses between them.
    ///
    /// Each piece is asked for when the one before has ended, so nothing is spoken in vain when a listener stops. The
    /// frames of marks count from the start of the whole; their offsets stay those of each piece's own text. The reports
    /// become one, with the attempts and notices of all.
    ///
    /// - Parameters:
    ///   - pause: The silence between two pieces; 0…60 seconds, others are brought into this range.
    ///   - next: Gives the next piece, or `nil` after the last; asked by one task at a time.
    /// - Returns: A stream that throws what `next` and the pieces throw, `ServiceError.Code.unsupported` when a piece has
    ///   another format than the first, and `ServiceError.Code.invalidRequest` when there is no piece.
    public static func joining(
        pause: Duration,
        _ next: @escaping @Sendable () async throws -> SpeechStream?
    ) -> SpeechStream {
        let joined = JoinedSpeech(pause: pause, next)
        return SpeechStream { try await joined.next() }
    }

    /// The same speech several times, with pauses between: for a listener who repeats it.
    ///
    /// - Parameters:
    ///   - times: How often, at least once.
    ///   - pause: The silence between two, 0…60 seconds.
    ///   - speak: Speaks for the time of this number, counted from zero; it may ask for a lower rate each time.
    /// - Throws: `ServiceError.Code.invalidRequest` for less than one or more than 1,000 times.
    public static func repeating(
        _ times: Int,
        pause: Duration,
        _ speak: @escaping @Sendable (Int) async throws -> SpeechStream
    ) throws(ServiceError) -> SpeechStream {
        guard (1...1000).contains(times) else {
            throw ServiceError(.invalidRequest, "speech cannot be repeated \(times) times; 1…1000 can be asked for")
        }
        let count = Counter()
        return joining(pause: pause) {
            let number = count.next()
            return number < times ? try await speak(number) : nil
        }
    }

    private final class Counter: Sendable {
        private let count = Mutex(0)

        func next() -> Int {
            count.withLock { count in
                defer { count += 1 }
                return count
            }
        }
    }
}
