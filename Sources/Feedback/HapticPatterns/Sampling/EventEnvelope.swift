import Platform

/// The amplitude envelope of an event: a piecewise linear factor of 0…1 for its intensity.
///
/// - A transient falls from 1 to 0 within ``HapticEvent/tapLength``.
/// - A sustained event rises during its attack, remains at 1, and falls during its release, which ends with the event.
///   If attack and release together are longer than the event, both are shortened proportionally.
/// - An event that is not sustained rises during its attack and falls during its decay. It ends there, or at the end of
///   its duration if that is earlier. The decay takes at least ``HapticEvent/tapLength``; otherwise the event would be
///   imperceptible.
///
/// According to Apple's header `CHHapticParameter.h`, attack and release apply to sustained events, attack and decay to
/// others, and their values 0…1 are normalised and exponential. The header gives no times in seconds; Parlance uses
/// ``seconds(of:)``.
public struct EventEnvelope: Sendable, Hashable {
    /// The breakpoints: the time in seconds from the start of the event, and the gain factor at that time. Two points
    /// at the same time form a step. Before the first point and after the last one, the factor is 0.
    public let corners: [HapticCurve.Point]

    /// The envelope of an event.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - attack: The value that a curve adds to its attack.
    ///   - decay: The value that a curve adds to its decay.
    ///   - release: The value that a curve adds to its release.
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

    /// The duration, in seconds, of an attack, decay or release with a value of 0…1: `(1024^value - 1) / 1023`, so 0 is
    /// immediate and 1 is one second. The value is clamped to 0…1.
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
