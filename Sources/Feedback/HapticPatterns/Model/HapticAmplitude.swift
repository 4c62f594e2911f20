/// How strongly a motor moves for what is felt.
///
/// Intensities are on the scale of Core Haptics, which is made for what is felt: the motor moves with the square of it.
/// Formats that hold amplitudes (`.haptic`, Android, feedbackd) have the square. That is how the exporter of Meta's haptics
/// SDK converts as well (`core/haptic_data/src/ahap.rs` writes the root of an amplitude).
public enum HapticAmplitude {
    /// The amplitude 0…1 of an intensity 0…1.
    public static func amplitude(ofIntensity intensity: Double) -> Double { intensity * intensity }

    /// The intensity 0…1 of an amplitude 0…1.
    public static func intensity(ofAmplitude amplitude: Double) -> Double { max(amplitude, 0).squareRoot() }
}

extension Double {
    /// The number brought within 0…1; NaN is 0, so that a mistake is silent and not loud.
    package var clampedToUnit: Double { isNaN ? 0 : Swift.min(Swift.max(self, 0), 1) }
}
