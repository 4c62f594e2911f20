/// Which of two feedbacks wins when both want to be felt.
///
/// What is of higher priority interrupts what plays, what is of lower priority is dropped, and of two equals the later one
/// wins, since it is what the user does now.
public enum FeedbackPriority: Int, Sendable, Hashable, Codable, Comparable {
    /// Something that follows the finger: a swipe, a selection.
    case gesture = 0
    /// Something that happened: success, warning, error, the end of a lesson.
    case notification = 1

    /// Lower priorities come first.
    public static func < (a: FeedbackPriority, b: FeedbackPriority) -> Bool { a.rawValue < b.rawValue }
}
