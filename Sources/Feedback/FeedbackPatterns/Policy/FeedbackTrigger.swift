/// Something that wants to be felt, as the ``FeedbackPolicy`` sees it.
public struct FeedbackTrigger: Sendable, Hashable {
    /// Who triggers it; the throttle counts for each source by itself. All swipes of a card are one source.
    public var source: String

    /// Whether it interrupts others, or is interrupted.
    public var priority: FeedbackPriority

    /// How far the gesture has come, 0…1; `nil` for what has no progress, and so no threshold.
    public var progress: Double?

    /// A factor for this feedback, 0…1, beside that of the settings.
    public var strength: Double

    /// How long it lasts.
    public var duration: Duration

    /// Creates a trigger.
    ///
    /// - Parameters:
    ///   - source: Who triggers it.
    ///   - priority: Whether it interrupts others.
    ///   - progress: How far the gesture has come, 0…1; `nil` for what has no progress.
    ///   - strength: A factor for this feedback, 0…1.
    ///   - duration: How long it lasts; less than zero counts as zero, more than an hour as an hour.
    public init(
        source: String,
        priority: FeedbackPriority,
        progress: Double? = nil,
        strength: Double = 1,
        duration: Duration
    ) {
        self.source = source
        self.priority = priority
        self.progress = progress
        self.strength = strength
        self.duration = duration
    }
}
