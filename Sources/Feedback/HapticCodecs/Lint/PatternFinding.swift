/// A finding about a pattern file: an error in the file, or an effect that will not feel as intended.
public struct PatternFinding: Sendable, Hashable, Codable {
    /// The severity, in ascending order.
    public enum Severity: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
        /// Information; no action is needed.
        case note
        /// The effect will not feel as intended, or some readers reject the file.
        case warning
        /// A platform rejects the file.
        case error

        /// Orders the least severe first.
        public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// A kind of finding, with a stable name.
    public struct Code: Sendable, Hashable, Codable, RawRepresentable, CustomStringConvertible {
        /// The name, for example `close-taps`.
        public let rawValue: String

        /// Creates a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The name.
        public var description: String { rawValue }
    }

    /// The kind of the finding.
    public var code: Code

    /// The severity.
    public var severity: Severity

    /// The location in the document: `$.Pattern[3].Event.Time` in JSON, `/vibration-effect/waveform-effect[1]` in XML;
    /// `$` is the whole document.
    public var path: String

    /// The line, counted from 1; `nil` for a pattern that is not from a file.
    public var line: Int?

    /// The column, counted from 1 in Unicode scalars.
    public var column: Int?

    /// The message, on one line.
    public var message: String

    /// What `--fix` changes, or what reading the file changed; `nil` if a manual decision is needed.
    public var fix: String?
}

extension PatternFinding.Code {
    /// There is a comma before a closing bracket. Apple's reader accepts it, but many others do not.
    public static let trailingComma = Self(rawValue: "trailing-comma")
    /// The file contains comments, which its format does not support.
    public static let comment = Self(rawValue: "comment")
    /// A required key is missing, and its default is used.
    public static let missingKey = Self(rawValue: "missing-key")
    /// A key or name is unknown, and its value is omitted.
    public static let unknownKey = Self(rawValue: "unknown-key")
    /// A key has the name from Apple's article instead of the one that the framework reads.
    public static let aliasKey = Self(rawValue: "alias-key")
    /// A number is outside its range, and is clamped.
    public static let outOfRange = Self(rawValue: "out-of-range")
    /// A value has the wrong type.
    public static let wrongType = Self(rawValue: "wrong-type")
    /// A value has no effect.
    public static let ignoredValue = Self(rawValue: "ignored-value")
    /// An imperceptible or unsupported element is omitted.
    public static let leftOut = Self(rawValue: "left-out")
    /// Times are not in chronological order.
    public static let unsorted = Self(rawValue: "unsorted")
    /// The control points of a curve that continues another one have times that are relative to the start of the
    /// pattern instead of the curve.
    public static let chainedAbsoluteCurve = Self(rawValue: "chained-absolute-curve")
    /// A curve begins before another curve for the same parameter ends.
    public static let overlappingCurves = Self(rawValue: "overlapping-curves")
    /// A vibration begins before another one ends.
    public static let overlappingEvents = Self(rawValue: "overlapping-events")
    /// Two taps are so close that they feel like one.
    public static let closeTaps = Self(rawValue: "close-taps")
    /// A vibration is too short for some motors to start.
    public static let shortPulse = Self(rawValue: "short-pulse")
    /// An Android envelope does not end at zero, which Android rejects for basic envelopes.
    public static let envelopeEnd = Self(rawValue: "envelope-end")
    /// A curve has more control points than some devices support.
    public static let tooManyPoints = Self(rawValue: "too-many-points")
    /// An event is longer than Core Haptics allows.
    public static let tooLong = Self(rawValue: "too-long")
    /// The pattern is imperceptible.
    public static let silent = Self(rawValue: "silent")

    /// All codes, in the order in which they are documented.
    public static let known: [Self] = [
        .unsorted, .overlappingCurves, .overlappingEvents, .chainedAbsoluteCurve, .closeTaps, .shortPulse, .envelopeEnd,
        .tooManyPoints, .tooLong, .silent, .unknownKey, .aliasKey, .missingKey, .outOfRange, .wrongType, .ignoredValue,
        .leftOut, .trailingComma, .comment,
    ]
}
