import LanguageServices

/// Writes Android's text format of vibrations, as a `<waveform-effect>`, which every device plays.
enum AndroidVibrationWriter {
    static func write(_ pattern: HapticPattern) throws(ServiceError) -> ExportedPattern {
        let steps = VibrationSteps(pattern)
        try AndroidWaveform.check(steps, "an Android vibration")
        var text = "<vibration-effect>\n  <waveform-effect>\n"
        for step in steps.amplitudes {
            text += "    <waveform-entry durationMs=\"\(step.milliseconds)\" amplitude=\"\(step.amplitude)\"/>\n"
        }
        text += "  </waveform-effect>\n</vibration-effect>\n"
        return ExportedPattern(bytes: Array(text.utf8), losses: steps.lossesOfAmplitudes)
    }
}
