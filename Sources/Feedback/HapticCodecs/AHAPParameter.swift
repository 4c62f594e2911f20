import HapticPatterns

/// The names by which AHAP files call what a curve changes.
enum AHAPParameter {
    /// The parameter of a name.
    static func parameter(_ name: String) -> HapticCurve.Parameter? {
        HapticCurve.Parameter.allCases.first { self.name($0) == name }
    }

    /// The name of a parameter.
    static func name(_ parameter: HapticCurve.Parameter) -> String {
        switch parameter {
        case .intensity: "HapticIntensityControl"
        case .sharpness: "HapticSharpnessControl"
        case .attack: "HapticAttackTimeControl"
        case .decay: "HapticDecayTimeControl"
        case .release: "HapticReleaseTimeControl"
        case .audioVolume: "AudioVolumeControl"
        case .audioPan: "AudioPanControl"
        case .audioPitch: "AudioPitchControl"
        case .audioBrightness: "AudioBrightnessControl"
        case .audioAttack: "AudioAttackTimeControl"
        case .audioDecay: "AudioDecayTimeControl"
        case .audioRelease: "AudioReleaseTimeControl"
        }
    }
}
