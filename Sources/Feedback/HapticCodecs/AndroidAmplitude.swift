import HapticPatterns

/// The amplitudes of Android: 0 is off, 1…255 is how strong.
enum AndroidAmplitude {
    /// The amplitude of an intensity; nothing that is felt is written as 0, which would switch the motor off.
    static func amplitude(ofIntensity intensity: Double) -> Int {
        guard intensity > 0 else { return 0 }
        let exact = HapticAmplitude.amplitude(ofIntensity: min(intensity, 1)) * 255
        return max(Int(exact.rounded()), 1)
    }

    /// The intensity of an amplitude of 0…255.
    static func intensity(ofAmplitude amplitude: Double) -> Double {
        HapticAmplitude.intensity(ofAmplitude: min(amplitude / 255, 1))
    }
}
