/// A part of a narration: the title, the body, a question.
public struct NarrationPhase: Sendable, Hashable {
    /// What the program calls it; it need not be unique.
    public var name: String

    /// What is heard, in this order. A phase without steps begins and is over.
    public var steps: [Step]

    /// Creates a phase.
    public init(_ name: String, _ steps: [Step]) {
        self.name = name
        self.steps = steps
    }

    /// One thing in a phase.
    public enum Step: Sendable, Hashable {
        /// Speaks. The priority should be the same for all steps of a narration, or they change places.
        case speak(Utterance)
        /// Plays a cue sound.
        case cue(CueSound)
        /// Is silent, by the queue's clock.
        case silence(Duration)
        /// Waits until ``Narration/advance()`` is called.
        case waitForAdvance
    }
}

extension NarrationPhase.Step {
    /// What the queue is given; nil for a wait, which is not a thing of the queue.
    var utterance: Utterance? {
        switch self {
        case .speak(let utterance): utterance
        case .cue(let cue): Utterance(.cue(cue))
        case .silence(let duration): Utterance(.silence(duration))
        case .waitForAdvance: nil
        }
    }
}
