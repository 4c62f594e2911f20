public import HapticPatterns
import JSON
public import LanguageServices

/// A theme for feedbackd, the feedback daemon of Linux phones, limited to its haptic feedback. The manual page
/// `feedback-themes(5)` describes the format: up to three profiles, each with feedback for events. A magnitude is the
/// amplitude of the motor, the square of an intensity; see `HapticAmplitude`.
public struct FeedbackdTheme: Sendable, Hashable {
    /// The feedback for an event in a profile.
    public struct Feedback: Sendable, Hashable {
        /// The name of the event.
        public var event: String

        /// The profile that contains it.
        public var profile: FeedbackProfile

        /// The pattern.
        public var pattern: HapticPattern

        /// Creates feedback for an event.
        public init(event: String, profile: FeedbackProfile = .quiet, pattern: HapticPattern) {
            self.event = event
            self.profile = profile
            self.pattern = pattern
        }
    }

    /// The name of the theme.
    public var name: String

    /// The parent theme, which supplies missing events.
    public var parentName: String?

    /// The pieces of feedback, in file order.
    public var feedbacks: [Feedback]

    /// Creates a theme.
    public init(name: String, parentName: String? = nil, feedbacks: [Feedback]) {
        self.name = name
        self.parentName = parentName
        self.feedbacks = feedbacks
    }

    /// Reads a theme.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - name: Its name, for messages.
    /// - Returns: The theme and the repairs. Sounds and lights are omitted, and a finding reports this.
    /// - Throws: `ServiceError` when the file is not a theme.
    public static func read(
        _ bytes: [UInt8],
        name: String
    ) throws(ServiceError) -> (theme: FeedbackdTheme, repairs: [PatternFinding]) {
        let document = try PatternDocument(bytes, name: name)
        do throws(ServiceError) {
            let reader = try FeedbackdReader(document.root)
            var feedbacks: [Feedback] = []
            for found in reader.found {
                let pattern = try found.parts.imported(.feedbackd).pattern
                feedbacks.append(Feedback(event: found.event, profile: found.profile, pattern: pattern))
            }
            let theme = FeedbackdTheme(name: reader.name, parentName: reader.parentName, feedbacks: feedbacks)
            return (theme, document.repairs(of: .feedbackd) + reader.repairs)
        } catch {
            throw document.explained(error)
        }
    }

    /// The theme as a file, with findings about the parts of its patterns that could not be represented.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` when a pattern is imperceptible.
    public func written() throws(ServiceError) -> ExportedPattern {
        var losses: [ExportLoss] = []
        var profiles: [(FeedbackProfile, [JSONValue])] = FeedbackProfile.allCases.reversed().map { ($0, []) }
        for feedback in feedbacks {
            let (members, feedbackLosses) = try FeedbackdWriter.members(feedback.pattern)
            for loss in feedbackLosses where !losses.contains(loss) { losses.append(loss) }
            for index in profiles.indices where profiles[index].0 == feedback.profile {
                profiles[index].1.append(.object([("event-name", .string(feedback.event))] + members))
            }
        }
        var document: [(String, JSONValue)] = [("name", .string(name))]
        if let parentName { document.append(("parent-name", .string(parentName))) }
        document.append(
            (
                "profiles",
                .array(
                    profiles.filter { !$0.1.isEmpty }
                        .map { ["name": .string($0.0.rawValue), "feedbacks": .array($0.1)] }
                )
            )
        )
        return ExportedPattern(bytes: FileText.bytes(.object(document)), losses: losses)
    }
}

/// Reads feedbackd themes; see `FeedbackdTheme`.
///
/// Where the manual page gives no details, the reader follows the daemon (`src/fbd-feedback-vibra-rumble.c`,
/// `src/fbd-dev-vibra.c`): the `duration` of a rumble covers all its rumbles and pauses, and the default magnitude is
/// the maximum.
struct FeedbackdReader {
    /// Haptic feedback found in the theme.
    struct Found {
        var event: String
        var profile: FeedbackProfile
        var parts: PatternParts
    }

    private(set) var name = ""
    private(set) var parentName: String?
    private(set) var found: [Found] = []

    /// The findings from the import.
    var repairs: [PatternFinding] { reading.log.all() }

    private var reading = NodeReading()

    /// The default duration of a vibration, in milliseconds (`FBD_FEEDBACK_VIBRA_DEFAULT_DURATION`).
    private static let defaultDuration = 1000.0

    /// The maximum magnitude in older versions, which use the kernel's range.
    private static let maximumMagnitude = 32_767.0

    init(_ root: JSONNode) throws(ServiceError) {
        guard let profiles = root["profiles"], profiles.elements != nil else {
            throw ServiceError(
                .invalidRequest,
                "\(root.position): there is no list \"profiles\", so this is not a feedbackd theme",
                remedy: "use --from to name another format"
            )
        }
        reading.checkKeys(root, ["name", "parent-name", "profiles"], path: "$")
        name = root["name"]?.string ?? ""
        parentName = root["parent-name"]?.string
        for (index, profile) in (profiles.elements ?? []).enumerated() {
            read(profile, path: "$.profiles[\(index)]")
        }
    }

    private mutating func read(_ node: JSONNode, path: String) {
        reading.checkKeys(node, ["name", "feedbacks"], path: path)
        guard let profile = FeedbackProfile(rawValue: node["name"]?.string ?? "") else {
            let names = FeedbackProfile.allCases.map(\.rawValue).joined(separator: ", ")
            reading.report(.unknownKey, node, path, "a profile must be one of \(names)", fix: "left out")
            return
        }
        guard let list = node["feedbacks"] else { return }
        for (index, feedback) in reading.list(list, path: "\(path).feedbacks").enumerated() {
            read(feedback, in: profile, path: "\(path).feedbacks[\(index)]")
        }
    }

    private mutating func read(_ node: JSONNode, in profile: FeedbackProfile, path: String) {
        guard let event = node["event-name"]?.string, !event.isEmpty else {
            reading.report(.missingKey, node, path, "event-name is missing", fix: "left out")
            return
        }
        let type = node["type"]?.string ?? ""
        let parts: PatternParts
        switch type {
        case "VibraRumble": parts = rumble(node, path)
        case "VibraPeriodic": parts = periodic(node, path)
        case "VibraPattern": parts = pattern(node, path)
        case "Sound", "Led", "Dummy":
            reading.report(
                .leftOut,
                node,
                path,
                "feedback of type \(type) is not haptic",
                fix: "left out",
                severity: .note
            )
            return
        default:
            reading.report(
                .unknownKey,
                node,
                path,
                "the type \(JSONExcerpt.quoted(type)) is unknown",
                fix: "left out"
            )
            return
        }
        if profile == .silent {
            reading.report(.leftOut, node, path, "the profile silent does not allow haptics", fix: "left out")
            return
        }
        found.append(Found(event: event, profile: profile, parts: parts))
    }

    private mutating func rumble(_ node: JSONNode, _ path: String) -> PatternParts {
        reading.checkKeys(node, ["event-name", "type", "count", "pause", "duration", "magnitude"], path: path)
        let count = (reading.number("count", of: node, in: 1...1000, path: path) ?? 1).rounded(.down)
        let pause = reading.number("pause", of: node, in: NodeReading.times, path: path) ?? 0
        let duration = duration(node, path)
        let intensity = magnitude("magnitude", of: node, path) ?? 1
        // The duration is the total. Each rumble, including its pause, takes an equal part.
        let rumble = (duration / count).rounded(.down) - pause
        guard rumble > 0 else {
            let whole = min(duration, Self.defaultDuration)
            if duration > 0 {
                let (parts, gap) = (WholeNumber.text(duration / count), WholeNumber.text(pause))
                reading.report(
                    .outOfRange,
                    node,
                    path,
                    "the pause of \(gap) ms is not shorter than the \(parts) ms available for each rumble",
                    fix: "one rumble of \(WholeNumber.text(whole)) ms is used"
                )
            }
            return steps([whole], [intensity], node, path)
        }
        var durations: [Double] = []
        var levels: [Double] = []
        for _ in 0..<Int(count) {
            durations += [rumble, pause]
            levels += [intensity, 0]
        }
        return steps(durations, levels, node, path)
    }

    private mutating func pattern(_ node: JSONNode, _ path: String) -> PatternParts {
        reading.checkKeys(node, ["event-name", "type", "magnitudes", "durations"], path: path)
        let nothing = JSONNode(.array([]), at: node.position)
        let durations = reading.durations(node["durations"] ?? nothing, path: "\(path).durations")
        let magnitudes = node["magnitudes"] ?? nothing
        let levels = reading.strengths(magnitudes, to: 1, count: durations.count, path: "\(path).magnitudes")
        return steps(durations, levels, node, path)
    }

    private mutating func periodic(_ node: JSONNode, _ path: String) -> PatternParts {
        let keys: Set = ["event-name", "type", "duration", "magnitude", "fade-in-time", "fade-in-level"]
        reading.checkKeys(node, keys, path: path)
        let duration = duration(node, path) / 1000
        let intensity = magnitude("magnitude", of: node, path) ?? 1
        let location = FileLocation(path: path, position: node.position)
        guard duration > 0 else { return PatternParts(events: []) }
        // If there is no level, there is no fade-in; if there is no time, the fade-in takes the whole duration.
        let start = magnitude("fade-in-level", of: node, path) ?? 0
        let time = (reading.number("fade-in-time", of: node, in: NodeReading.times, path: path) ?? 0) / 1000
        let fade = time > 0 ? min(time, duration) : duration
        guard start > 0, intensity > 0 else {
            return PatternParts(events: [(.continuous(at: 0, duration: duration, intensity: intensity), location)])
        }
        let curve = HapticCurve(.intensity, points: [.init(0, start), .init(fade, intensity)])
        return PatternParts(events: [(.continuous(at: 0, duration: duration), location)], curves: [(curve, location)])
    }

    private func steps(_ durations: [Double], _ levels: [Double], _ node: JSONNode, _ path: String) -> PatternParts {
        let location = FileLocation(path: path, position: node.position)
        let events = NodeReading.events(durations, levels, Array(repeating: location, count: durations.count))
        return PatternParts(events: events)
    }

    private mutating func magnitude(_ key: String, of node: JSONNode, _ path: String) -> Double? {
        guard let number = reading.number(key, of: node, in: 0...Self.maximumMagnitude, path: path) else { return nil }
        return HapticAmplitude.intensity(ofAmplitude: number > 1 ? number / Self.maximumMagnitude : number)
    }

    private mutating func duration(_ node: JSONNode, _ path: String) -> Double {
        if let duration = reading.number("duration", of: node, in: NodeReading.times, path: path) { return duration }
        let milliseconds = WholeNumber.text(Self.defaultDuration)
        reading.report(.missingKey, node, path, "duration is missing", fix: "\(milliseconds) ms are used")
        return Self.defaultDuration
    }
}

/// Writes the feedback in feedbackd themes.
enum FeedbackdWriter {
    /// The members that follow the event name in a feedback object. A pattern of full-strength vibrations at equal
    /// intervals becomes a rumble, which every version of the daemon plays; other patterns become a list of magnitudes.
    /// Older versions play a weaker rumble at full strength.
    static func members(
        _ pattern: HapticPattern
    ) throws(ServiceError) -> (members: [(String, JSONValue)], losses: [ExportLoss]) {
        let steps = VibrationSteps(pattern)
        try AndroidWaveform.check(steps, "a feedback")
        if let rumble = rumble(steps.steps) { return (rumble, steps.losses) }
        // Levels that differ only by rounding are written with the same digits, and are merged.
        var levels: [LevelRun<Double>] = []
        for step in steps.steps { levels.append(HapticWriter.amplitude(step.level), for: step.milliseconds) }
        try AndroidWaveform.check(count: levels.count { $0.level > 0 }, "a feedback")
        return (
            [
                ("type", "VibraPattern"), ("magnitudes", .array(levels.map { .number($0.level) })),
                ("durations", .array(levels.map { .integer($0.milliseconds) })),
            ],
            steps.losses
        )
    }

    private static func rumble(_ steps: [LevelRun<Double>]) -> [(String, JSONValue)]? {
        guard steps.count % 2 == 1, let first = steps.first, first.level == 1 else { return nil }
        let pause = steps.count > 1 ? steps[1] : LevelRun(level: 0, milliseconds: 0)
        for (index, step) in steps.enumerated() where step != (index % 2 == 0 ? first : pause) { return nil }
        guard pause.level == 0 else { return nil }
        let count = steps.count / 2 + 1
        // The daemon divides the duration by the count and subtracts the pause from each part.
        return [
            ("type", "VibraRumble"), ("count", .integer(count)), ("pause", .integer(pause.milliseconds)),
            ("duration", .integer(count * (first.milliseconds + pause.milliseconds))),
        ]
    }
}
