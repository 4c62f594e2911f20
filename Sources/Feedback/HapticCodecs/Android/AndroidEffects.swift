import HapticPatterns

/// Approximations of Android's named effects. Devices render them differently; these follow the descriptions in the
/// documentation of `VibrationEffect` and `VibrationEffect.Composition`.
enum AndroidEffects {
    /// Effects for `<predefined-effect>`.
    static let predefined: [String: [HapticEvent]] = [
        "click": [.transient(at: 0, intensity: 0.8, sharpness: 0.7)],
        "heavy_click": [.transient(at: 0, intensity: 1, sharpness: 0.5)],
        "double_click": [
            .transient(at: 0, intensity: 0.8, sharpness: 0.7), .transient(at: 0.1, intensity: 0.8, sharpness: 0.7),
        ],
        "tick": [.transient(at: 0, intensity: 0.5, sharpness: 0.9)],
        "texture_tick": [.transient(at: 0, intensity: 0.3, sharpness: 0.9)],
        "thud": [.transient(at: 0, intensity: 0.8, sharpness: 0.1)],
        "pop": [.transient(at: 0, intensity: 0.6, sharpness: 0.8)],
    ]

    /// Effects for `<primitive-effect>`.
    static let primitives: [String: [HapticEvent]] = [
        "click": [.transient(at: 0, intensity: 1, sharpness: 0.7)],
        "tick": [.transient(at: 0, intensity: 0.6, sharpness: 1)],
        "low_tick": [.transient(at: 0, intensity: 0.6, sharpness: 0.2)],
        "thud": [fade(0.3, intensity: 1, sharpness: 0.1)],
        "spin": [rise(0.075, intensity: 0.8, sharpness: 0.4), fade(0.075, at: 0.075, intensity: 0.8, sharpness: 0.4)],
        "quick_rise": [rise(0.15, intensity: 1, sharpness: 0.5)],
        "slow_rise": [rise(0.5, intensity: 1, sharpness: 0.5)],
        "quick_fall": [fade(0.1, intensity: 1, sharpness: 0.5)],
    ]

    /// A vibration that rises over its whole duration: an attack of 1 s is shortened to that duration.
    private static func rise(_ duration: Double, intensity: Double, sharpness: Double) -> HapticEvent {
        var event = HapticEvent.continuous(at: 0, duration: duration, intensity: intensity, sharpness: sharpness)
        event.attack = 1
        return event
    }

    /// A vibration that fades over its whole duration.
    private static func fade(
        _ duration: Double,
        at time: Double = 0,
        intensity: Double,
        sharpness: Double
    ) -> HapticEvent {
        var event = HapticEvent.continuous(at: time, duration: duration, intensity: intensity, sharpness: sharpness)
        event.release = 1
        return event
    }
}

/// Android's amplitudes: 0 is off, 1…255 is the strength.
enum AndroidAmplitude {
    /// The amplitude for an intensity. A perceptible intensity is never converted to 0, which would switch the motor
    /// off.
    static func amplitude(ofIntensity intensity: Double) -> Int {
        guard intensity > 0 else { return 0 }
        let exact = HapticAmplitude.amplitude(ofIntensity: min(intensity, 1)) * 255
        return max(Int(exact.rounded()), 1)
    }

    /// The intensity for an amplitude of 0…255.
    static func intensity(ofAmplitude amplitude: Double) -> Double {
        HapticAmplitude.intensity(ofAmplitude: min(amplitude / 255, 1))
    }
}
