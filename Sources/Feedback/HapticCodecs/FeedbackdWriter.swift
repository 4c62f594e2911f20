import HapticPatterns
import JSON
import LanguageServices

/// Writes feedbacks of feedbackd's themes.
enum FeedbackdWriter {
    /// The members of a feedback behind its event: a rumble where the pattern is the full strength at equal distances, which
    /// every version of the daemon plays, and a list of strengths elsewhere. Older versions play a rumble that should be weaker
    /// with the full strength.
    static func members(
        _ pattern: HapticPattern
    ) throws(ServiceError) -> (members: [(String, JSONValue)], losses: [ExportLoss]) {
        let steps = VibrationSteps(pattern)
        try AndroidWaveform.check(steps, "a feedback")
        if let rumble = rumble(steps.steps) { return (rumble, steps.losses) }
        // Strengths that differ by rounding only are written with the same digits, and are one.
        var levels: [(magnitude: Double, milliseconds: Int)] = []
        for step in steps.steps {
            let magnitude = HapticWriter.amplitude(step.intensity)
            if levels.last?.magnitude == magnitude {
                levels[levels.count - 1].milliseconds += step.milliseconds
            } else {
                levels.append((magnitude, step.milliseconds))
            }
        }
        try AndroidWaveform.check(count: levels.count { $0.magnitude > 0 }, "a feedback")
        return (
            [
                ("type", "VibraPattern"), ("magnitudes", .array(levels.map { .number($0.magnitude) })),
                ("durations", .array(levels.map { .integer($0.milliseconds) })),
            ],
            steps.losses
        )
    }

    private static func rumble(_ steps: [VibrationSteps.Step]) -> [(String, JSONValue)]? {
        guard steps.count % 2 == 1, let first = steps.first, first.intensity == 1 else { return nil }
        let pause = steps.count > 1 ? steps[1] : VibrationSteps.Step(milliseconds: 0, intensity: 0)
        for (index, step) in steps.enumerated() where step != (index % 2 == 0 ? first : pause) { return nil }
        guard pause.intensity == 0 else { return nil }
        let count = steps.count / 2 + 1
        // The daemon divides the duration by the count, and takes the pause away from each part.
        return [
            ("type", "VibraRumble"), ("count", .integer(count)), ("pause", .integer(pause.milliseconds)),
            ("duration", .integer(count * (first.milliseconds + pause.milliseconds))),
        ]
    }
}
