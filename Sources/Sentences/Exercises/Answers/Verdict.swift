/// What is said of an answer.
public enum Verdict: String, Sendable, Hashable, Codable {
    /// It is right.
    case right
    /// It is right but for accents, or capitals where they matter.
    case almost
    /// It is wrong.
    case wrong
}
