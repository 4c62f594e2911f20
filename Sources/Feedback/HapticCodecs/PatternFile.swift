public import HapticPatterns
import JSON
public import LanguageServices

/// Pattern files in all supported formats.
public enum PatternFile {
    /// The maximum file size, in bytes: 16 MiB. A JSON document may contain up to 600,000 values, nested up to 32
    /// levels deep; an XML document may have up to 4 MiB.
    public static let maximumSize = 16 << 20

    /// Reads a pattern.
    ///
    /// Recoverable errors are repaired and recorded in the result. Nothing outside the given bytes is opened.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - name: Its name, for messages and for detecting its format.
    ///   - format: Its format; by default it is detected from its name and content.
    ///   - event: The event to read from a feedbackd theme with several events.
    /// - Throws: `ServiceError.Code.invalidRequest` for a file that is not a pattern, `ServiceError.Code.unsupported`
    ///   for a write-only format, `ServiceError.Code.limitExceeded` when `HapticPattern.Limits` are exceeded.
    public static func read(
        _ bytes: [UInt8],
        name: String,
        format: HapticFormat? = nil,
        event: String? = nil
    ) throws(ServiceError) -> ImportedPattern {
        let given = format ?? (isMarkup(bytes, name: name) ? .androidVibration : nil)
        guard bytes.count <= maximumSize else {
            throw ServiceError(
                .limitExceeded,
                "\(JSONExcerpt.escaped(name)): the file is larger than \(maximumSize >> 20) MiB"
            )
        }
        guard given != .androidVibration else { return try readMarkup(bytes, name: name) }
        let document = try PatternDocument(bytes, name: name)
        do throws(ServiceError) {
            let known: HapticFormat
            if let given { known = given } else { known = try sniffed(document.root, name: name) }
            var imported = try read(document.root, as: known, event: event)
            imported.repairs = PatternFinding.inOrder(document.repairs(of: known) + imported.repairs)
            return imported
        } catch {
            throw document.explained(error)
        }
    }

    /// Writes a pattern.
    ///
    /// - Parameters:
    ///   - pattern: The pattern.
    ///   - format: The format.
    ///   - event: The event in a feedbackd theme.
    /// - Throws: `ServiceError.Code.invalidRequest` for an imperceptible pattern in a format that cannot represent it.
    public static func write(
        _ pattern: HapticPattern,
        as format: HapticFormat,
        event: String = "x-parlance-pattern"
    ) throws(ServiceError) -> ExportedPattern {
        switch format {
        case .ahap: return AHAPWriter.write(pattern)
        case .haptic: return HapticWriter.write(pattern)
        case .androidWaveform: return try AndroidWaveform.write(pattern)
        case .androidVibration: return try AndroidVibrationWriter.write(pattern)
        case .webVibration: return WebVibration.write(pattern)
        case .feedbackd:
            return try FeedbackdTheme(name: "parlance", feedbacks: [.init(event: event, pattern: pattern)]).written()
        case .pattern:
            return try NativeFormat.write(pattern)
        }
    }

    /// Whether a file is XML, judged by how it begins, or by its extension if it does not begin like JSON.
    private static func isMarkup(_ bytes: [UInt8], name: String) -> Bool {
        switch bytes.first(where: { !isSpaceOrMark($0) }) {
        case UInt8(ascii: "<"): true
        case UInt8(ascii: "{"), UInt8(ascii: "["): false
        default: HapticFormat(fileName: name) == .androidVibration
        }
    }

    private static func isSpaceOrMark(_ byte: UInt8) -> Bool {
        [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains(byte)
    }

    private static func readMarkup(_ bytes: [UInt8], name: String) throws(ServiceError) -> ImportedPattern {
        do throws(ServiceError) {
            var reader = AndroidVibrationReader()
            return try reader.read(try XMLDocument.read(bytes)).imported(.androidVibration)
        } catch {
            throw PatternDocument.explained(error, name: name)
        }
    }

    private static func read(
        _ root: JSONNode,
        as format: HapticFormat,
        event: String?
    ) throws(ServiceError) -> ImportedPattern {
        switch format {
        case .ahap:
            var reader = AHAPReader()
            return try reader.read(root).imported(.ahap)
        case .haptic:
            var reader = HapticReader()
            return try reader.read(root).imported(.haptic)
        case .androidWaveform: return try AndroidWaveform.read(root).imported(.androidWaveform)
        case .feedbackd: return try readTheme(root, event: event)
        case .pattern: return try NativeFormat.read(root).imported(.pattern)
        case .androidVibration, .webVibration:
            throw ServiceError(
                .unsupported,
                "\(root.position): \(format.title) cannot be read",
                remedy:
                    "use one of \(HapticFormat.allCases.filter(\.canBeRead).map(\.rawValue).joined(separator: ", "))"
            )
        }
    }

    private static func readTheme(_ root: JSONNode, event: String?) throws(ServiceError) -> ImportedPattern {
        let reader = try FeedbackdReader(root)
        let names = reader.found.map(\.event)
        let known = names.prefix(20).map { JSONExcerpt.escaped($0) }.joined(separator: ", ")
        guard let found = reader.found.first(where: { event == nil || $0.event == event }) else {
            throw ServiceError(
                .invalidRequest,
                event.map { "\(root.position): the theme has no haptic feedback for \(JSONExcerpt.quoted($0))" }
                    ?? "\(root.position): the theme has no haptic feedback",
                remedy: names.isEmpty ? "a theme can be limited to sounds and lights" : "available events: \(known)"
            )
        }
        guard event != nil || Set(names).count == 1 else {
            throw ServiceError(
                .invalidRequest,
                "\(root.position): the theme has feedback for \(Set(names).count) events",
                remedy: "choose one with --event: \(known)"
            )
        }
        var imported = try found.parts.imported(.feedbackd)
        imported.repairs = reader.repairs
        return imported
    }

    /// The format of a document, detected from its content, or else from its name.
    private static func sniffed(_ root: JSONNode, name: String) throws(ServiceError) -> HapticFormat {
        if root["Pattern"] != nil { return .ahap }
        if root["signals"] != nil || root["voices"]?.members != nil { return .haptic }
        if root["timings"] != nil { return .androidWaveform }
        if root["profiles"]?.elements != nil { return .feedbackd }
        if root["events"]?.elements != nil { return .pattern }
        if let given = HapticFormat(fileName: name), given != .androidVibration { return given }
        if root.elements?.allSatisfy({ $0.number != nil }) ?? false { return .webVibration }
        throw ServiceError(
            .invalidRequest,
            "\(root.position): this is not a pattern in a known format",
            remedy: "name its format with --from"
        )
    }
}

extension PatternFinding {
    /// Findings in file order; those about the whole file come last.
    static func inOrder(_ findings: [PatternFinding]) -> [PatternFinding] {
        findings.sorted { ($0.line ?? .max, $0.column ?? .max) < ($1.line ?? .max, $1.column ?? .max) }
    }
}

/// A file format for patterns.
public enum HapticFormat: String, Sendable, Hashable, Codable, CaseIterable {
    /// Apple Haptic and Audio Pattern: JSON for Core Haptics, `.ahap`.
    case ahap
    /// The clips written by Lofelt's and Meta's haptics tools: JSON with envelopes, `.haptic`.
    case haptic
    /// The arguments of Android's `VibrationEffect.createWaveform` as JSON: `timings`, `amplitudes`, `repeat`.
    case androidWaveform = "android"
    /// Android's XML format for vibrations: `<vibration-effect>`, or a list of them in `<vibration-select>`.
    case androidVibration = "android-xml"
    /// The argument of `navigator.vibrate` as a JSON array; write-only.
    case webVibration = "web"
    /// A theme for feedbackd, the feedback daemon of Linux phones.
    case feedbackd
    /// The native, lossless format: the JSON encoding of `HapticPattern`.
    case pattern

    /// The format indicated by a file extension; `nil` for JSON, whose format is detected from the content.
    public init?(fileName: String) {
        guard let dot = fileName.lastIndex(of: ".") else { return nil }
        switch fileName[fileName.index(after: dot)...].lowercased() {
        case "ahap": self = .ahap
        case "haptic": self = .haptic
        case "xml": self = .androidVibration
        default: return nil
        }
    }

    /// Whether the format can be read.
    public var canBeRead: Bool { self != .webVibration }

    /// The description for messages: `an AHAP file`.
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

/// The result of reading a file.
public struct ImportedPattern: Sendable, Hashable {
    /// The pattern.
    public var pattern: HapticPattern

    /// The format of the file.
    public var format: HapticFormat

    /// The repairs made while reading, in file order.
    public var repairs: [PatternFinding]

    /// The location of each event in the pattern.
    var eventLocations: [FileLocation]

    /// The location of each curve in the pattern.
    var curveLocations: [FileLocation]
}

/// The result of writing a pattern.
public struct ExportedPattern: Sendable, Hashable {
    /// The file. Equal patterns produce identical bytes.
    public var bytes: [UInt8]

    /// The parts of the pattern that the format cannot represent.
    public var losses: [ExportLoss]
}

/// A part of a pattern that a format cannot represent.
public struct ExportLoss: Sendable, Hashable, Codable {
    /// A kind of loss, with a stable name.
    public struct Code: Sendable, Hashable, Codable, RawRepresentable, CustomStringConvertible {
        /// The name, for example `sharpness`.
        public let rawValue: String

        /// Creates a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The name.
        public var description: String { rawValue }

        /// The format does not support sharpness.
        public static let sharpness = Self(rawValue: "sharpness")
        /// The format does not support levels; intensity is approximated by switching on and off, or omitted.
        public static let intensity = Self(rawValue: "intensity")
        /// Gradual changes became steps.
        public static let steps = Self(rawValue: "steps")
        /// Times were rounded to whole milliseconds.
        public static let rounded = Self(rawValue: "rounded")
        /// Curves were approximated by straight lines.
        public static let approximated = Self(rawValue: "approximated")
        /// In the format, curves affect all events in the file, so the result differs.
        public static let layers = Self(rawValue: "layers")
        /// A tap became a short vibration, or changed.
        public static let taps = Self(rawValue: "taps")
        /// Attack, decay and release were written as curves or omitted.
        public static let envelopes = Self(rawValue: "envelopes")
        /// Audio events were omitted.
        public static let audio = Self(rawValue: "audio")
        /// Metadata was omitted.
        public static let metadata = Self(rawValue: "metadata")
        /// The end was cut off because the format limits the length.
        public static let cut = Self(rawValue: "cut")

        /// All codes, in the order in which they are documented.
        public static let known: [Self] = [
            .sharpness, .intensity, .steps, .rounded, .approximated, .layers, .taps, .envelopes, .audio, .metadata,
            .cut,
        ]
    }

    /// The kind of the loss.
    public var code: Code

    /// The message, on one line.
    public var message: String

    /// Creates a loss.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
