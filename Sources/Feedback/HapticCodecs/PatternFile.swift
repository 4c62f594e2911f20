public import HapticPatterns
import JSON
public import LanguageServices

/// Files with patterns, of whatever format.
public enum PatternFile {
    /// The largest file that is read, in bytes: 16 MiB. A document of JSON may hold 600,000 values, in 32 levels; one of XML may
    /// have 4 MiB.
    public static let maximumSize = 16 << 20

    /// Reads a pattern.
    ///
    /// What is wrong and can be understood is repaired, and stands in the result. Nothing outside of the bytes is opened.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - name: Its name: for messages, and to know its format.
    ///   - format: Its format; without one it is told by the name and by what is in the file.
    ///   - event: Whose feedback is meant, of a theme of feedbackd that has several.
    /// - Throws: `ServiceError.Code.invalidRequest` for what is no pattern, `ServiceError.Code.unsupported` for a format that
    ///   is only written, `ServiceError.Code.limitExceeded` for more than `HapticPattern.Limits` allow.
    public static func read(
        _ bytes: [UInt8],
        name: String,
        format: HapticFormat? = nil,
        event: String? = nil
    ) throws(ServiceError) -> ImportedPattern {
        let told = format ?? (isMarkup(bytes, name: name) ? .androidVibration : nil)
        guard bytes.count <= maximumSize else {
            throw ServiceError(
                .limitExceeded,
                "\(JSONExcerpt.escaped(name)): the file is larger than \(maximumSize >> 20) MiB"
            )
        }
        guard told != .androidVibration else { return try readMarkup(bytes, name: name) }
        let document = try PatternDocument(bytes, name: name)
        do throws(ServiceError) {
            let known: HapticFormat
            if let told { known = told } else { known = try sniffed(document.root, name: name) }
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
    ///   - event: The event in a theme of feedbackd.
    /// - Throws: `ServiceError.Code.invalidRequest` when nothing is felt and the format cannot say so.
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

    /// Whether a file is XML: it begins so, or has the name of one and does not begin as JSON does.
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
                event.map { "\(root.position): the theme has nothing to feel for \(JSONExcerpt.quoted($0))" }
                    ?? "\(root.position): the theme has nothing to feel",
                remedy: names.isEmpty ? "themes may have sounds and lights only" : "there are: \(known)"
            )
        }
        guard event != nil || Set(names).count == 1 else {
            throw ServiceError(
                .invalidRequest,
                "\(root.position): the theme has feedback for \(Set(names).count) events",
                remedy: "name one with --event: \(known)"
            )
        }
        var imported = try found.parts.imported(.feedbackd)
        imported.repairs = reader.repairs
        return imported
    }

    /// The format that a document shows by what is in it; the name counts only where that tells nothing.
    private static func sniffed(_ root: JSONNode, name: String) throws(ServiceError) -> HapticFormat {
        if root["Pattern"] != nil { return .ahap }
        if root["signals"] != nil || root["voices"]?.members != nil { return .haptic }
        if root["timings"] != nil { return .androidWaveform }
        if root["profiles"]?.elements != nil { return .feedbackd }
        if root["events"]?.elements != nil { return .pattern }
        if let told = HapticFormat(fileName: name), told != .androidVibration { return told }
        if root.elements?.allSatisfy({ $0.number != nil }) ?? false { return .webVibration }
        throw ServiceError(
            .invalidRequest,
            "\(root.position): this is no pattern in a format that is known",
            remedy: "say which it is with --from"
        )
    }
}

extension PatternFinding {
    /// Findings in the order of the file; those of the whole file stand at the end.
    static func inOrder(_ findings: [PatternFinding]) -> [PatternFinding] {
        findings.sorted { ($0.line ?? .max, $0.column ?? .max) < ($1.line ?? .max, $1.column ?? .max) }
    }
}

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
    /// Our own form, which has everything that a pattern can hold: the JSON of `HapticPattern`.
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

/// What a file held.
public struct ImportedPattern: Sendable, Hashable {
    /// The pattern.
    public var pattern: HapticPattern

    /// What kind of file it was.
    public var format: HapticFormat

    /// What was wrong with the file, and was repaired while it was read, in the order of the file.
    public var repairs: [PatternFinding]

    /// Where each event of the pattern stands.
    var eventPlaces: [FileLocation]

    /// Where each curve of the pattern stands.
    var curvePlaces: [FileLocation]
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
