/// A kind of file that patterns are read from and written to.
public enum HapticFormat: String, Sendable, Hashable, Codable, CaseIterable {
    /// Apple Haptic and Audio Pattern: JSON for Core Haptics, `.ahap`.
    case ahap
    /// The clips of Lofelt's and Meta's haptics tools: JSON with envelopes, `.haptic`.
    case haptic
    /// The arguments of Android's `VibrationEffect.createWaveform` as JSON: `timings`, `amplitudes`, `repeat`.
    case androidWaveform = "android"
    /// Android's text format of vibrations: `<vibration-effect>`, or a list of them in `<vibration-select>`.
    case androidVibration = "android-xml"
    /// The argument of `navigator.vibrate`, as a JSON array. It is only written.
    case webVibration = "web"
    /// A theme of feedbackd, the feedback daemon of Linux phones.
    case feedbackd
    /// Our own form, which has everything that a pattern can hold: the JSON of ``HapticPattern``.
    case pattern

    /// The form that the ending of a file's name tells, if it tells one; that of JSON is told by what is in it.
    public init?(fileName: String) {
        guard let dot = fileName.lastIndex(of: ".") else { return nil }
        switch fileName[fileName.index(after: dot)...].lowercased() {
        case "ahap": self = .ahap
        case "haptic": self = .haptic
        case "xml": self = .androidVibration
        default: return nil
        }
    }

    /// Whether patterns can be read from it.
    public var canBeRead: Bool { self != .webVibration }

    /// What it is, for messages: `an AHAP file`.
    var title: String {
        switch self {
        case .ahap: "an AHAP file"
        case .haptic: "a .haptic file"
        case .androidWaveform: "an Android waveform"
        case .androidVibration: "an Android vibration"
        case .webVibration: "a web vibration"
        case .feedbackd: "a feedbackd theme"
        case .pattern: "a pattern"
        }
    }
}
