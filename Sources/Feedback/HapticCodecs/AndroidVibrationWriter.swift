import HapticPatterns
import LanguageServices

/// Writes Android's text format of vibrations, as a `<waveform-effect>`, which every device plays.
enum AndroidVibrationWriter {
    static func write(_ pattern: HapticPattern) throws(ServiceError) -> ExportedPattern {
        let steps = VibrationSteps(pattern)
        try AndroidWaveform.check(steps, "an Android vibration")
        let amplitudes = steps.amplitudes
        try AndroidWaveform.check(count: amplitudes.count { $0.amplitude > 0 }, "an Android vibration")
        var text = "<vibration-effect>\n  <waveform-effect>\n"
        for step in amplitudes {
            text += "    <waveform-entry durationMs=\"\(step.milliseconds)\" amplitude=\"\(step.amplitude)\"/>\n"
        }
        text += "  </waveform-effect>\n</vibration-effect>\n"
        guard text.utf8.count <= XMLDocument.Limits.bytes else {
            throw ServiceError(
                .limitExceeded,
                "the document would be larger than \(XMLDocument.Limits.bytes >> 20) MiB, and no larger one is read",
                remedy: "shorten or simplify the pattern"
            )
        }
        return ExportedPattern(bytes: Array(text.utf8), losses: steps.lossesOfAmplitudes)
    }
}
