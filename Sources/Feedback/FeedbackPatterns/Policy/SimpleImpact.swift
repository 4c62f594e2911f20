/// One impact in place of a pattern, for what cannot play more.
public enum SimpleImpact: String, Sendable, Hashable, Codable, CaseIterable {
    /// For intensities up to a third.
    case light
    /// For intensities up to two thirds.
    case medium
    /// For greater intensities.
    case heavy

    /// The impact for an intensity.
    ///
    /// - Parameter intensity: 0…1, the strength already counted in.
    /// - Returns: `nil` for nothing to be felt: 0, less, or no number.
    public init?(intensity: Double) {
        guard intensity > 0 else { return nil }
        self = intensity <= 1.0 / 3 ? .light : intensity <= 2.0 / 3 ? .medium : .heavy
    }

    /// The intensity with which the impact is played where it can be chosen.
    public var intensity: Double {
        switch self {
        case .light: 0.35
        case .medium: 0.65
        case .heavy: 1
        }
    }

    /// How long the impact lasts, in seconds: the shortest that motors with a weight are felt at, or somewhat more.
    public var duration: Double {
        switch self {
        case .light: 0.03
        case .medium: 0.035
        case .heavy: 0.045
        }
    }
}
