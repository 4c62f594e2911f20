import HapticPatterns
import JSON
import LanguageServices

/// Reads Android's XML format for vibrations.
///
/// The elements and attributes are those of the platform's own parser (`com.android.internal.vibrator.persistence`).
/// The root is a `<vibration-effect>` with a `<waveform-effect>`, `<primitive-effect>` elements, a
/// `<predefined-effect>` or an envelope (`<basic-envelope-effect>`, `<waveform-envelope-effect>`), or a
/// `<vibration-select>` with several such effects. A device plays the first of them that it supports.
struct AndroidVibrationReader {
    var log = ImportLog()
    private var events: [(HapticEvent, FileLocation)] = []
    private var curves: [(HapticCurve, FileLocation)] = []
    /// The start time of the next effect, in seconds.
    private(set) var time = 0.0
    /// The start time of the last named effect, in seconds.
    private var lastStart = 0.0

    /// Reads a document.
    mutating func read(_ root: XMLElement) throws(ServiceError) -> PatternParts {
        let effect: XMLElement
        var path = "/vibration-effect"
        switch root.name {
        case "vibration-effect": effect = root
        case "vibration-select":
            path = "/vibration-select/vibration-effect[1]"
            guard let first = root.children.first(where: { $0.name == "vibration-effect" }) else {
                throw ServiceError(.invalidRequest, "\(root.position): <vibration-select> holds no <vibration-effect>")
            }
            effect = first
            if root.children.count > 1 {
                note(
                    .leftOut,
                    .note,
                    root,
                    "/vibration-select",
                    "there are \(root.children.count) effects",
                    fix: "the first one is used"
                )
            }
        default:
            throw ServiceError(
                .invalidRequest,
                "\(root.position): the root is <\(JSONExcerpt.escaped(root.name))>, not <vibration-effect> or <vibration-select>"
            )
        }
        guard !effect.children.isEmpty else {
            throw ServiceError(
                .invalidRequest,
                "\(effect.position): <vibration-effect> is empty, which Android rejects"
            )
        }
        try readAll(effect.children, path: path)
        guard time > 0 else { throw noVibration(effect) }
        let end = events.lazy.map(\.0.end).max() ?? 0
        return PatternParts(events: events, curves: curves.filter { $0.0.start < end }, repairs: log.all())
    }

    private mutating func readAll(_ elements: [XMLElement], path: String) throws(ServiceError) {
        var counts: [String: Int] = [:]
        for element in elements {
            let number = counts[element.name, default: 0] + 1
            counts[element.name] = number
            let elementPath = "\(path)/\(JSONExcerpt.escaped(element.name))[\(number)]"
            switch element.name {
            case "waveform-entry": readEntry(element, path: elementPath)
            case "primitive-effect": readPrimitive(element, path: elementPath)
            case "predefined-effect": readPredefined(element, path: elementPath)
            case "basic-envelope-effect": readEnvelope(element, isBasic: true, path: elementPath)
            case "waveform-envelope-effect": readEnvelope(element, isBasic: false, path: elementPath)
            case "waveform-effect", "repeating-effect", "preamble": try readAll(element.children, path: elementPath)
            case "repeating":
                guard !element.children.isEmpty else {
                    throw ServiceError(
                        .invalidRequest,
                        "\(element.position): <repeating> is empty, which Android rejects"
                    )
                }
                note(.leftOut, .note, element, elementPath, "patterns cannot repeat indefinitely", fix: "read once")
                try readAll(element.children, path: elementPath)
            default:
                note(
                    .unknownKey,
                    .warning,
                    element,
                    elementPath,
                    "the element <\(JSONExcerpt.escaped(element.name))> is unknown",
                    fix: "left out"
                )
            }
        }
    }

    // MARK: waveforms

    private mutating func readEntry(_ element: XMLElement, path: String) {
        checkAttributes(element, ["durationMs", "amplitude"], path)
        let duration = duration(element, path)
        var intensity = 1.0
        if element["amplitude"] == "default" {
            note(.missingKey, .note, element, path, "the amplitude is left to the device", fix: "255 is used")
        } else {
            intensity = AndroidAmplitude.intensity(
                ofAmplitude: number(element, "amplitude", in: 0...255, or: 0, path)
            )
        }
        vibrate(for: duration, intensity, FileLocation(path: path, position: element.position))
    }

    /// Appends a vibration at a constant level, or extends the last one.
    private mutating func vibrate(for duration: Double, _ intensity: Double, _ location: FileLocation) {
        guard duration > 0 else { return }
        let start = time
        time = Self.sum(start, duration)
        guard intensity > 0 else { return }
        if let last = events.last,
            last.0 == .continuous(at: last.0.time, duration: last.0.duration, intensity: intensity), last.0.end == start
        {
            events[events.count - 1].0.duration = time - last.0.time
        } else {
            events.append((.continuous(at: start, duration: time - start, intensity: intensity), location))
        }
    }

    /// Times are summed in whole milliseconds, because sums in seconds would drift.
    private static func sum(_ time: Double, _ duration: Double) -> Double {
        let sum = (time + duration) * 1000
        let whole = sum.rounded()
        return (abs(sum - whole) < 1e-6 ? whole : sum) / 1000
    }

    // MARK: named effects

    private mutating func readPrimitive(_ element: XMLElement, path: String) {
        checkAttributes(element, ["name", "scale", "delayMs", "delayType"], path)
        let scale = element["scale"] == nil ? 1 : number(element, "scale", in: 0...1, or: 1, path)
        let delay = element["delayMs"] == nil ? 0 : number(element, "delayMs", in: NodeReading.times, or: 0, path)
        imitate(
            element,
            AndroidEffects.primitives,
            scale: scale,
            from: delayCountsFromStart(element, path) ? lastStart : time,
            after: delay / 1000,
            path
        )
    }

    private mutating func readPredefined(_ element: XMLElement, path: String) {
        checkAttributes(element, ["name", "fallback"], path)
        imitate(element, AndroidEffects.predefined, scale: 1, from: time, after: 0, path)
    }

    private mutating func imitate(
        _ element: XMLElement,
        _ effects: [String: [HapticEvent]],
        scale: Double,
        from base: Double,
        after delay: Double,
        _ path: String
    ) {
        guard let name = element["name"], let effect = effects[name] else {
            let name = JSONExcerpt.quoted(element["name"] ?? "")
            note(.unknownKey, .warning, element, path, "the effect \(name) is unknown", fix: "left out")
            return
        }
        note(
            .leftOut,
            .note,
            element,
            path,
            "\(JSONExcerpt.quoted(name)) feels different on each device",
            fix: "imitated"
        )
        let start = Self.sum(base, min(delay, HapticPattern.Limits.time))
        lastStart = start
        for var event in effect {
            event.time += start
            event.intensity *= scale
            events.append((event, FileLocation(path: path, position: element.position)))
            time = max(time, event.end)
        }
    }

    // MARK: envelopes

    private mutating func readEnvelope(_ element: XMLElement, isBasic: Bool, path: String) {
        let initial = isBasic ? "initialSharpness" : "initialFrequencyHz"
        checkAttributes(element, [initial], path)
        let start = time
        var intensities = [HapticCurve.Point(0, 0)]
        var sharpnesses: [HapticCurve.Point] = []
        if element[initial] != nil {
            sharpnesses.append(.init(0, sharpness(element, initial, isBasic: isBasic, path)))
        }
        for (index, point) in element.children.enumerated() {
            let elementPath = "\(path)/control-point[\(index + 1)]"
            guard point.name == "control-point" else {
                note(.unknownKey, .warning, point, elementPath, "expected <control-point>", fix: "left out")
                continue
            }
            checkAttributes(
                point,
                isBasic ? ["intensity", "sharpness", "durationMs"] : ["amplitude", "frequencyHz", "durationMs"],
                elementPath
            )
            time = Self.sum(time, duration(point, elementPath))
            let level = number(point, isBasic ? "intensity" : "amplitude", in: 0...1, or: 0, elementPath)
            intensities.append(.init(time - start, isBasic ? level : HapticAmplitude.intensity(ofAmplitude: level)))
            let sharpness = sharpness(point, isBasic ? "sharpness" : "frequencyHz", isBasic: isBasic, elementPath)
            if sharpnesses.isEmpty { sharpnesses.append(.init(0, sharpness)) }
            sharpnesses.append(.init(time - start, sharpness))
        }
        guard time > start else {
            note(.leftOut, .warning, element, path, "the envelope has no length", fix: "left out")
            return
        }
        if intensities.last?.value != 0 {
            // Android's parser requires it only for basic envelopes.
            note(
                .envelopeEnd,
                isBasic ? .error : .note,
                element,
                path,
                "the envelope does not end at zero, so \(isBasic ? "Android rejects it" : "the motor stops abruptly")",
                fix: "written files end at zero"
            )
        }
        let location = FileLocation(path: path, position: element.position)
        events.append((.continuous(at: start, duration: time - start, sharpness: 0), location))
        curves.append((HapticCurve(.intensity, at: start, points: intensities), location))
        curves.append((HapticCurve(.sharpness, at: start, points: sharpnesses), location))
        // The curves must not affect later effects.
        curves.append((HapticCurve(.intensity, at: time, points: [.init(0, 1)]), location))
        curves.append((HapticCurve(.sharpness, at: time, points: [.init(0, 0)]), location))
    }

    /// The sharpness, given directly or derived from a frequency: 65…300 Hz map to 0…1, as in the MPEG haptics
    /// reference software.
    private mutating func sharpness(_ element: XMLElement, _ name: String, isBasic: Bool, _ path: String) -> Double {
        if isBasic { return number(element, name, in: 0...1, or: HapticEvent.defaultSharpness, path) }
        let frequency = number(element, name, in: 0...1e6, or: 65 + 235 * HapticEvent.defaultSharpness, path)
        return min(max((frequency - 65) / 235, 0), 1)
    }
}

/// Attributes, clamped to their ranges.
extension AndroidVibrationReader {
    /// Whether a primitive's delay is measured from the start, rather than the end, of the previous primitive.
    mutating func delayCountsFromStart(_ element: XMLElement, _ path: String) -> Bool {
        switch element["delayType"] {
        case nil, "pause": return false
        case "relative_start_offset": return true
        case .some(let other):
            let shown = JSONExcerpt.quoted(other)
            note(.wrongType, .warning, element, path, "the delayType \(shown) is unknown", fix: "pause is used")
            return false
        }
    }

    /// The error for an imperceptible effect, with the position of the first problem.
    func noVibration(_ effect: XMLElement) -> ServiceError {
        let plain = "the vibration has no duration, which Android rejects"
        let warnings = log.all().filter { $0.severity == .warning }
        // Omitted elements are consequences of the first problem.
        guard let reason = warnings.first(where: { $0.code != .leftOut }) ?? warnings.first, let line = reason.line
        else {
            return ServiceError(.invalidRequest, "\(effect.position): \(plain)")
        }
        return ServiceError(
            .invalidRequest,
            "\(line):\(reason.column ?? 1): \(reason.message), so \(plain)",
            remedy: "for the effects and attributes, see Android's VibrationEffect documentation"
        )
    }

    mutating func duration(_ element: XMLElement, _ path: String) -> Double {
        let milliseconds = number(element, "durationMs", in: NodeReading.times, or: 0, path)
        let left = max(HapticPattern.Limits.time - time, 0)
        if milliseconds / 1000 > left {
            let limit = WholeNumber.text(HapticPattern.Limits.time)
            note(.leftOut, .warning, element, path, "the vibration is longer than \(limit) s", fix: "truncated")
        }
        return min(milliseconds / 1000, left)
    }

    mutating func number(
        _ element: XMLElement,
        _ name: String,
        in range: ClosedRange<Double>,
        or fallback: Double,
        _ path: String
    ) -> Double {
        guard let text = element[name] else {
            note(
                .missingKey,
                .warning,
                element,
                path,
                "\(name) is missing",
                fix: "\(WholeNumber.text(fallback)) is used"
            )
            return fallback
        }
        guard let number = Double(text), number.isFinite else {
            let shown = JSONExcerpt.quoted(text)
            note(
                .wrongType,
                .warning,
                element,
                path,
                "\(name) is \(shown)",
                fix: "\(WholeNumber.text(fallback)) is used"
            )
            return fallback
        }
        guard !range.contains(number) else { return number }
        let nearest = min(max(number, range.lowerBound), range.upperBound)
        note(
            .outOfRange,
            .warning,
            element,
            path,
            "\(name) is \(WholeNumber.text(number))",
            fix: "\(WholeNumber.text(nearest)) is used"
        )
        return nearest
    }

    mutating func checkAttributes(_ element: XMLElement, _ known: Set<String>, _ path: String) {
        for attribute in element.attributes where !known.contains(attribute.name) && !attribute.name.hasPrefix("xmlns")
        {
            let shown = JSONExcerpt.quoted(attribute.name)
            note(.unknownKey, .warning, element, path, "the attribute \(shown) is unknown", fix: "left out")
        }
    }

    mutating func note(
        _ code: PatternFinding.Code,
        _ severity: PatternFinding.Severity,
        _ element: XMLElement,
        _ path: String,
        _ message: String,
        fix: String
    ) {
        log.add(code, severity, at: FileLocation(path: path, position: element.position), message, fix: fix)
    }
}

/// Writes Android's XML format for vibrations as a `<waveform-effect>`, which every device plays.
enum AndroidVibrationWriter {
    static func write(_ pattern: HapticPattern) throws(ServiceError) -> ExportedPattern {
        let steps = VibrationSteps(pattern)
        try AndroidWaveform.check(steps, "an Android vibration")
        let amplitudes = steps.amplitudes
        try AndroidWaveform.check(count: amplitudes.count { $0.level > 0 }, "an Android vibration")
        var text = "<vibration-effect>\n  <waveform-effect>\n"
        for step in amplitudes {
            text += "    <waveform-entry durationMs=\"\(step.milliseconds)\" amplitude=\"\(step.level)\"/>\n"
        }
        text += "  </waveform-effect>\n</vibration-effect>\n"
        guard text.utf8.count <= XMLDocument.Limits.bytes else {
            throw ServiceError(
                .limitExceeded,
                "the document would exceed the limit of \(XMLDocument.Limits.bytes >> 20) MiB",
                remedy: "shorten or simplify the pattern"
            )
        }
        return ExportedPattern(bytes: Array(text.utf8), losses: steps.lossesOfAmplitudes)
    }
}
