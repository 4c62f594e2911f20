/// Something that is to be said of a file with a pattern: what was wrong with it, or what will not be felt as it was meant.
public struct PatternFinding: Sendable, Hashable, Codable {
    /// How bad it is, the least bad first.
    public enum Severity: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
        /// Good to know; nothing has to be done.
        case note
        /// Somebody will feel something else than was meant, or another reader will refuse the file.
        case warning
        /// A platform refuses it.
        case error

        /// Whether one is less bad than another.
        public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// What kind of finding it is; a name that stays.
    public struct Code: Sendable, Hashable, Codable, RawRepresentable, CustomStringConvertible {
        /// The name, for example `close-taps`.
        public let rawValue: String

        /// Creates a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The name.
        public var description: String { rawValue }
    }

    /// What kind of finding it is.
    public var code: Code

    /// How bad it is.
    public var severity: Severity

    /// Where in the document: `$.Pattern[3].Event.Time` in JSON, `/vibration-effect/waveform-effect[1]` in XML; `$` is all.
    public var path: String

    /// The line, counted from 1; `nil` for a pattern that is from no file.
    public var line: Int?

    /// The column, counted from 1 in Unicode scalars.
    public var column: Int?

    /// What is the matter, in one line.
    public var message: String

    /// What `--fix` does about it, or what reading the file did; `nil` when only a person can decide.
    public var fix: String?
}

extension PatternFinding.Code {
    /// A comma stands before a closing bracket; Apple's reader takes it, many others do not.
    public static let trailingComma = Self(rawValue: "trailing-comma")
    /// The file has comments, which its format has not.
    public static let comment = Self(rawValue: "comment")
    /// A key that should be there is missing, and its usual value is taken.
    public static let missingKey = Self(rawValue: "missing-key")
    /// A key or name that the format does not know; what it holds is left out.
    public static let unknownKey = Self(rawValue: "unknown-key")
    /// A key has the name that Apple's article gives it, and not the one that its framework reads.
    public static let aliasKey = Self(rawValue: "alias-key")
    /// A number lies outside of its range, and the nearest end is taken.
    public static let outOfRange = Self(rawValue: "out-of-range")
    /// A value is of another type than it should be.
    public static let wrongType = Self(rawValue: "wrong-type")
    /// A value stands where it has no effect.
    public static let ignoredValue = Self(rawValue: "ignored-value")
    /// Something that cannot be felt, or not by what we know, is left out.
    public static let leftOut = Self(rawValue: "left-out")
    /// Times are not in order.
    public static let unsorted = Self(rawValue: "unsorted")
    /// The control points of a curve that goes on where another one ends count from the start of the pattern, and not from
    /// that of the curve.
    public static let chainedAbsoluteCurve = Self(rawValue: "chained-absolute-curve")
    /// A curve begins before another one of its parameter has ended.
    public static let overlappingCurves = Self(rawValue: "overlapping-curves")
    /// A vibration begins before another one has ended.
    public static let overlappingEvents = Self(rawValue: "overlapping-events")
    /// Two taps are so close that they are felt as one.
    public static let closeTaps = Self(rawValue: "close-taps")
    /// A vibration is so short that some motors do not start.
    public static let shortPulse = Self(rawValue: "short-pulse")
    /// An Android envelope does not end at zero, which Android refuses of basic ones.
    public static let envelopeEnd = Self(rawValue: "envelope-end")
    /// A curve has more control points than are safe on every device.
    public static let tooManyPoints = Self(rawValue: "too-many-points")
    /// An event is longer than Core Haptics plays.
    public static let tooLong = Self(rawValue: "too-long")
    /// Nothing is felt.
    public static let silent = Self(rawValue: "silent")

    /// All codes, in the order of the documentation.
    public static let known: [Self] = [
        .unsorted, .overlappingCurves, .overlappingEvents, .chainedAbsoluteCurve, .closeTaps, .shortPulse, .envelopeEnd,
        .tooManyPoints, .tooLong, .silent, .unknownKey, .aliasKey, .missingKey, .outOfRange, .wrongType, .ignoredValue,
        .leftOut, .trailingComma, .comment,
    ]
}
