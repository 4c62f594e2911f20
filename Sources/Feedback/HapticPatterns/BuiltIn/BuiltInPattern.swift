/// The built-in patterns.
///
/// | pattern | meaning | events: time in seconds, intensity, sharpness |
/// |---|---|---|
/// | `swipe-right` | Good | 0, 0.7 × progress, 0.8 |
/// | `swipe-left` | Again | 0, 0.4 × progress, 0.3 |
/// | `swipe-up` | Easy | 0, 0.9 × progress, 1.0 |
/// | `swipe-down` | Hard | 0, 0.6 × progress, 0.5 |
/// | `success` | double tap | 0, 1.0, 0.7 · 0.1, 0.7, 0.5 |
/// | `warning` | single tap | 0, 0.7, 0.6 |
/// | `error` | sharp tap | 0, 1.0, 1.0 |
/// | `selection` | something is selected | 0, 0.4, 0.6 |
/// | `correct` | a right answer | 0, 0.5, 0.6 · 0.12, 0.9, 0.9 |
/// | `incorrect` | a wrong answer | 0, 0.8, 0.3, followed by a dull vibration of 0.15 s from 0.12 s |
/// | `streak` | several right answers in a row | three taps 0.12 s apart, each stronger and crisper |
/// | `lesson-complete` | a lesson is finished | `correct`, a swell of 0.5 s and a last tap |
///
/// The last five patterns are original to Parlance. The pattern for a right answer rises in intensity and sharpness,
/// and the one for a wrong answer falls, so they can be distinguished without looking. Taps are at least 100 ms apart
/// because closer ones feel like one. Vibrations are longer than 30 ms because some motors do not start in less time.
public enum BuiltInPattern: String, Sendable, Hashable, Codable, CaseIterable {
    /// A card swiped to the right: *Good*.
    case swipeRight = "swipe-right"
    /// A card swiped to the left: *Again*.
    case swipeLeft = "swipe-left"
    /// A card swiped up: *Easy*.
    case swipeUp = "swipe-up"
    /// A card swiped down: *Hard*.
    case swipeDown = "swipe-down"
    /// An action succeeded.
    case success
    /// Something needs attention.
    case warning
    /// An action failed.
    case error
    /// An item is selected.
    case selection
    /// An answer is right.
    case correct
    /// An answer is wrong.
    case incorrect
    /// Several answers in a row are right.
    case streak
    /// A lesson is finished.
    case lessonComplete = "lesson-complete"

    /// Whether the intensity grows with the gesture's progress.
    public var followsProgress: Bool {
        switch self {
        case .swipeRight, .swipeLeft, .swipeUp, .swipeDown: true
        default: false
        }
    }

    /// The pattern.
    ///
    /// - Parameter progress: The progress of the gesture, clamped to 0…1. It affects only patterns with
    ///   ``followsProgress``.
    public func pattern(progress: Double = 1) -> HapticPattern {
        let progress = progress.clampedToUnit
        return switch self {
        case .swipeRight: HapticPattern(trusting: [.transient(at: 0, intensity: 0.7 * progress, sharpness: 0.8)])
        case .swipeLeft: HapticPattern(trusting: [.transient(at: 0, intensity: 0.4 * progress, sharpness: 0.3)])
        case .swipeUp: HapticPattern(trusting: [.transient(at: 0, intensity: 0.9 * progress, sharpness: 1)])
        case .swipeDown: HapticPattern(trusting: [.transient(at: 0, intensity: 0.6 * progress, sharpness: 0.5)])
        case .success:
            HapticPattern(trusting: [
                .transient(at: 0, intensity: 1, sharpness: 0.7), .transient(at: 0.1, intensity: 0.7, sharpness: 0.5),
            ])
        case .warning: HapticPattern(trusting: [.transient(at: 0, intensity: 0.7, sharpness: 0.6)])
        case .error: HapticPattern(trusting: [.transient(at: 0, intensity: 1, sharpness: 1)])
        case .selection: HapticPattern(trusting: [.transient(at: 0, intensity: 0.4, sharpness: 0.6)])
        case .correct: HapticPattern(trusting: Self.rightAnswer)
        case .incorrect:
            HapticPattern(trusting: [
                .transient(at: 0, intensity: 0.8, sharpness: 0.3),
                .continuous(at: 0.12, duration: 0.15, intensity: 0.5, sharpness: 0.1),
            ])
        case .streak:
            HapticPattern(trusting: [
                .transient(at: 0, intensity: 0.5, sharpness: 0.4),
                .transient(at: 0.12, intensity: 0.7, sharpness: 0.6),
                .transient(at: 0.24, intensity: 1, sharpness: 0.9),
            ])
        case .lessonComplete:
            HapticPattern(
                trusting: Self.rightAnswer + [
                    .continuous(at: 0.3, duration: 0.5, intensity: 0.8, sharpness: 0.4, layer: 1),
                    .transient(at: 0.9, intensity: 1, sharpness: 1),
                ],
                curves: [
                    HapticCurve(.intensity, at: 0.3, points: [.init(0, 0.1), .init(0.5, 1)], layer: 1),
                    HapticCurve(.sharpness, at: 0.3, points: [.init(0, 0), .init(0.5, 0.4)], layer: 1),
                ]
            )
        }
    }

    private static let rightAnswer: [HapticEvent] = [
        .transient(at: 0, intensity: 0.5, sharpness: 0.6), .transient(at: 0.12, intensity: 0.9, sharpness: 0.9),
    ]
}
