import HapticPatterns
import JSON
import LanguageServices

/// Reads and writes the arguments of Android's `VibrationEffect.createWaveform` as JSON.
///
///     { "timings": [30, 70, 30], "amplitudes": [255, 0, 125], "repeat": -1 }
///
/// Times are in milliseconds, amplitudes are 0…255 or -1 for the device's default. Without amplitudes, the motor is
/// alternately off and on, starting with off. An amplitude is the square of an intensity; see `HapticAmplitude`.
enum AndroidWaveform {
    static func read(_ root: JSONNode) throws(ServiceError) -> PatternParts {
        guard let timings = root["timings"], timings.elements != nil else {
            throw ServiceError(
                .invalidRequest,
                "\(root.position): there is no list \"timings\", so this is not an Android waveform",
                remedy: "use --from to name another format"
            )
        }
        var reading = NodeReading()
        reading.checkKeys(root, ["timings", "amplitudes", "repeat"], path: "$")
        let durations = reading.durations(timings, path: "$.timings")
        var levels = durations.indices.map { $0 % 2 == 0 ? 0.0 : 1.0 }
        if let amplitudes = root["amplitudes"], !amplitudes.isNull {
            levels = reading.strengths(
                amplitudes,
                to: 255,
                mayBeDefault: true,
                count: durations.count,
                path: "$.amplitudes"
            )
        }
        if let first = root["repeat"], first.number?.int != -1, !first.isNull {
            reading.report(
                .leftOut,
                first,
                "$.repeat",
                "patterns cannot repeat indefinitely",
                fix: "read once",
                severity: .note
            )
        }
        let locations = timings.elements?.enumerated()
            .map { FileLocation(path: "$.timings[\($0.offset)]", position: $0.element.position) }
        let events = NodeReading.events(durations, levels, locations ?? [])
        return PatternParts(events: events, repairs: reading.log.all())
    }

    static func write(_ pattern: HapticPattern) throws(ServiceError) -> ExportedPattern {
        let steps = VibrationSteps(pattern)
        try check(steps, "an Android waveform")
        let amplitudes = steps.amplitudes
        try check(count: amplitudes.count { $0.level > 0 }, "an Android waveform")
        let document: JSONValue = [
            "timings": .array(amplitudes.map { .integer($0.milliseconds) }),
            "amplitudes": .array(amplitudes.map { .integer($0.level) }), "repeat": -1,
        ]
        return ExportedPattern(bytes: FileText.bytes(document, form: .compact), losses: steps.lossesOfAmplitudes)
    }

    /// Rejects an imperceptible vibration, because the platforms do not accept one.
    static func check(_ steps: VibrationSteps, _ format: String) throws(ServiceError) {
        guard steps.steps.isEmpty else { return }
        throw ServiceError(
            .invalidRequest,
            "the pattern is imperceptible, and \(format) cannot be empty",
            remedy: "use a pattern with an intensity above 0"
        )
    }

    /// Rejects a pattern with more vibrations than can be read back.
    static func check(count: Int, _ format: String) throws(ServiceError) {
        let limit = HapticPattern.Limits.events
        guard count > limit else { return }
        throw ServiceError(
            .limitExceeded,
            "\(format) for the pattern would have \(count) vibrations; the limit is \(limit)",
            remedy: "shorten or simplify the pattern"
        )
    }
}
