import HapticPatterns

/// One force at one level, as a device holds it.
struct ForceEffect: Sendable, Hashable {
    /// How strongly the motor moves, 0…65,535.
    var amplitude: Int

    /// How sharp it feels, 0…1000.
    var sharpness: Int

    /// How long it lasts, in milliseconds, 1…32,767, which drivers that count with a sign bear too.
    var length: Int

    static let longest = 32_767

    /// How much two effects differ, for merging those that are most alike.
    func distance(to other: ForceEffect) -> Int {
        abs(amplitude - other.amplitude) + abs(sharpness - other.sharpness) * 16 + abs(length - other.length) * 64
    }

    /// The large motor, which is dull: all of the amplitude, 0…65,535.
    var strong: Int { amplitude }

    /// The small motor, which adds what is sharp: 0…65,535.
    var weak: Int { amplitude * sharpness / 1000 }
}
