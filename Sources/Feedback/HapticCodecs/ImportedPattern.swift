public import HapticPatterns

/// What a file held.
public struct ImportedPattern: Sendable, Hashable {
    /// The pattern.
    public var pattern: HapticPattern

    /// What kind of file it was.
    public var format: HapticFormat

    /// What was wrong with the file, and was repaired while it was read, in the order of the file.
    public var repairs: [PatternFinding]

    /// Where each event of the pattern stands.
    var eventPlaces: [FilePlace]

    /// Where each curve of the pattern stands.
    var curvePlaces: [FilePlace]
}

/// A pattern as the bytes of a file.
public struct ExportedPattern: Sendable, Hashable {
    /// The file. The same pattern always gives the same bytes.
    public var bytes: [UInt8]

    /// What the format cannot hold, and what became of it.
    public var losses: [ExportLoss]
}

/// Something of a pattern that a format cannot hold.
public struct ExportLoss: Sendable, Hashable, Codable {
    /// What kind of loss it is; a name that stays.
    public struct Code: Sendable, Hashable, Codable, RawRepresentable, CustomStringConvertible {
        /// The name, for example `sharpness`.
        public let rawValue: String

        /// Creates a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The name.
        public var description: String { rawValue }

        /// The format has no sharpness.
        public static let sharpness = Self(rawValue: "sharpness")
        /// The format has no strength, and it is imitated by switching on and off, or left out.
        public static let intensity = Self(rawValue: "intensity")
        /// What rises and falls has become steps.
        public static let steps = Self(rawValue: "steps")
        /// Times were rounded to whole milliseconds.
        public static let rounded = Self(rawValue: "rounded")
        /// What changes in a bent line was written as straight lines.
        public static let approximated = Self(rawValue: "approximated")
        /// Curves act on all events of the file, so something is felt otherwise.
        public static let layers = Self(rawValue: "layers")
        /// A tap became a short vibration, or another one than it was.
        public static let taps = Self(rawValue: "taps")
        /// Attack, decay and release were written as curves or left out.
        public static let envelopes = Self(rawValue: "envelopes")
        /// Sounds were left out.
        public static let audio = Self(rawValue: "audio")
        /// Metadata were left out.
        public static let metadata = Self(rawValue: "metadata")
        /// The end was cut off, since the format holds no more.
        public static let cut = Self(rawValue: "cut")

        /// All codes, in the order of the documentation.
        public static let known: [Self] = [
            .sharpness, .intensity, .steps, .rounded, .approximated, .layers, .taps, .envelopes, .audio, .metadata,
            .cut,
        ]
    }

    /// What kind of loss it is.
    public var code: Code

    /// What became of it, in one line.
    public var message: String

    /// Creates a loss.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
