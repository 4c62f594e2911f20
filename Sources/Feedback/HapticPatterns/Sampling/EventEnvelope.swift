import Platform

/// How an event swells and fades: a factor 0…1 of its intensity over time, made of straight lines.
///
/// - A tap falls from 1 to 0 within ``HapticEvent/tapLength``.
/// - A sustained event rises within its attack, stays at 1, and falls within its release, which ends where the event ends.
///   Where both together are longer than the event, both are shortened in proportion.
/// - An event that is not sustained rises within its attack and falls within its decay, and is over then, at the latest at
///   the end of its duration. The decay takes at least ``HapticEvent/tapLength``, or nothing would be felt.
///
/// That attack and release belong to sustained events, attack and decay to the others, and that their values 0…1 are
/// normalised and exponential, is what Apple's header `CHHapticParameter.h` says. It names no seconds; ours are
/// ``seconds(of:)``.
public struct EventEnvelope: Sendable, Hashable {
    /// The corners: times in seconds from the start of the event, and the factor there. Two corners at one time are a step.
    /// Before the first and behind the last corner the factor is 0.
    public let corners: [HapticCurve.Point]

    /// The envelope of an event.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - attack: What a curve adds to its attack.
    ///   - decay: What a curve adds to its decay.
    ///   - release: What a curve adds to its release.
    public init(_ event: HapticEvent, attack: Double = 0, decay: Double = 0, release: Double = 0) {
        guard event.kind == .continuous else {
            corners = [.init(0, 1), .init(HapticEvent.tapLength, 0)]
            return
        }
        let length = event.duration
        let rise = Self.seconds(of: event.attack + attack)
        guard event.sustained else {
            let fall = max(Self.seconds(of: event.decay + decay), HapticEvent.tapLength)
            corners = Self.cut(rise: rise, fall: fall, at: length)
            return
        }
        let fall = Self.seconds(of: event.release + release)
        let shrinking = rise + fall > length ? length / (rise + fall) : 1
        let top = rise * shrinking
        var corners: [HapticCurve.Point] = top > 0 ? [.init(0, 0), .init(top, 1)] : [.init(0, 1)]
        let last = length - fall * shrinking
        if last > top { corners.append(.init(last, 1)) }
        if last < length { corners.append(.init(length, 0)) }
        self.corners = corners
    }

    /// How long an attack, decay or release of 0…1 takes, in seconds: `(1024^value - 1) / 1023`, so 0 is at once and 1 a
    /// second. What lies outside of 0…1 is taken as its nearest end.
    public static func seconds(of value: Double) -> Double {
        if value <= 0 { return 0 }
        return (pow(1024, min(value, 1)) - 1) / 1023
    }

    private static func cut(rise: Double, fall: Double, at length: Double) -> [HapticCurve.Point] {
        guard rise < length else { return [.init(0, 0), .init(length, length / rise)] }
        let start: [HapticCurve.Point] = rise > 0 ? [.init(0, 0), .init(rise, 1)] : [.init(0, 1)]
        guard rise + fall > length else { return start + [.init(rise + fall, 0)] }
        return start + [.init(length, 1 - (length - rise) / fall)]
    }
}
