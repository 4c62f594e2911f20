/// How well somebody knows a language, by the levels of the Common European Framework of Reference (Council of Europe 2001).
public enum LearnerLevel: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// Beginner.
    case a1 = "A1"
    /// Elementary.
    case a2 = "A2"
    /// Intermediate.
    case b1 = "B1"
    /// Upper intermediate.
    case b2 = "B2"
    /// Advanced.
    case c1 = "C1"
    /// Close to a native speaker.
    case c2 = "C2"

    /// Whether a level is reached before another.
    public static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
}
