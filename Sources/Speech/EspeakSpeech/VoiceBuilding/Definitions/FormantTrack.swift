/// The first three formants of a vowel from its beginning to its end.
///
/// What is not said (the higher formants, loudness, widths of the formants) is taken from an installed formant sequence,
/// or blended from one into another.
struct FormantTrack: Sendable, Hashable {
    /// The installed sequence that the beginning takes its other values from.
    var shape: String
    /// The installed sequence that the end takes its other values from, or `nil` for the same one.
    var endShape: String?
    /// The targets, at least two. The second is the middle of the vowel: what comes before it is the onset.
    var targets: [Target] = []

    /// Where the formants are at one moment.
    struct Target: Sendable, Hashable {
        /// Hertz.
        var first: Int
        /// Hertz.
        var second: Int
        /// Hertz.
        var third: Int
        /// Milliseconds to the next target, at normal speed; 0 for the last.
        var duration: Int
    }

    /// What a target's values may be, in hertz; and in milliseconds.
    static let frequencies = 50...6000
    static let durations = 0...255
    /// The library reads no more.
    static let mostTargets = 24
}
