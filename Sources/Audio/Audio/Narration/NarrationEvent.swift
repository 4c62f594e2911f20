public import LanguageServices

/// What happens in a ``Narration``. Phases and steps are counted from 0.
///
/// What is heard within a step (words, marks) is said by the events of the queue, under the utterance's id.
public enum NarrationEvent: Sendable, Hashable {
    /// A phase begins: its first sound is heard, or its first wait begins.
    case phaseStarted(Int, name: String)

    /// A step begins to be heard; `id` is its name in the queue.
    case stepStarted(phase: Int, step: Int, id: UtteranceID)

    /// A step could not be heard; the narration goes on with the next one.
    case stepFailed(phase: Int, step: Int, ServiceError)

    /// The narration waits for ``Narration/advance()``.
    case waiting(phase: Int, step: Int)

    /// A phase is over: it was heard to its end, or, when not `isComplete`, left before that.
    case phaseFinished(Int, name: String, isComplete: Bool)

    /// The queue was paused by ``Narration/pause()``.
    case paused

    /// The queue goes on by ``Narration/resume()``.
    case resumed

    /// The last phase is over.
    case finished

    /// The narration was stopped, by ``Narration/stop()`` or because its utterances were taken out of the queue.
    case stopped

    /// The listener was too slow, and so many events were dropped here.
    case missed(Int)
}
