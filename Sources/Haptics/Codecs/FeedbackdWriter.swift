import JSON
import LanguageServices

/// Writes feedbacks of feedbackd's themes.
enum FeedbackdWriter {
    /// The members of a feedback behind its event: a rumble where the pattern is one strength at equal distances, which every
    /// version of the daemon plays, and a list of strengths elsewhere.
    static func members(
        _ pattern: HapticPattern
    ) throws(ServiceError) -> (members: [(String, JSONValue)], losses: [ExportLoss]) {
        let steps = VibrationSteps(pattern)
        try AndroidWaveform.check(steps, "a feedback")
        if let rumble = rumble(steps.steps) { return (rumble, steps.losses) }
        return (
            [
                ("type", "VibraPattern"),
                ("magnitudes", .array(steps.steps.map { magnitude($0.intensity) })),
                ("durations", .array(steps.steps.map { .integer($0.milliseconds) })),
            ],
            steps.losses
        )
    }

    private static func rumble(_ steps: [VibrationSteps.Step]) -> [(String, JSONValue)]? {
        guard steps.count % 2 == 1, let first = steps.first, first.intensity > 0 else { return nil }
        let pause = steps.count > 1 ? steps[1] : VibrationSteps.Step(milliseconds: 0, intensity: 0)
        for (index, step) in steps.enumerated() where step != (index % 2 == 0 ? first : pause) { return nil }
        guard pause.intensity == 0 else { return nil }
        return [
            ("type", "VibraRumble"), ("count", .integer(steps.count / 2 + 1)), ("pause", .integer(pause.milliseconds)),
            ("duration", .integer(first.milliseconds)), ("magnitude", magnitude(first.intensity)),
        ]
    }

    private static func magnitude(_ intensity: Double) -> JSONValue {
        .number(HapticWriter.amplitude(intensity))
    }
}
