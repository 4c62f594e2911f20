import HapticPatterns
import LanguageServices

/// A device with force feedback, as the sink uses it; a protocol, so that a test can be one.
protocol ForceDevice: Sendable {
    /// Whether the strength of all effects can be set.
    var hasGain: Bool { get }

    /// How many effects it holds at a time, by its own word.
    var effectCount: Int { get }

    /// Puts an effect on the device.
    ///
    /// - Returns: Its number.
    func upload(_ effect: ForceEffect) throws(ForceFailure) -> Int

    /// Plays an effect once, or stops it.
    func play(_ effect: Int, isOn: Bool) throws(ForceFailure)

    /// Takes an effect from the device; what plays of it stops.
    func erase(_ effect: Int)

    /// Sets the strength of all effects, 0…1.
    func setGain(_ gain: Double) throws(ForceFailure)

    /// Stops and erases everything, and gives the device back.
    func close()
}

/// Why a device did not do something.
enum ForceFailure: Error, Hashable {
    /// It has no room for another effect.
    case full
    /// It is not there any more.
    case gone
    /// What the system said.
    case system(ServiceError)

    /// The failure as the sink reports it.
    var error: ServiceError {
        switch self {
        case .full:
            ServiceError(
                .limitExceeded,
                "the device has no room for an effect",
                remedy: "end other programs that use its force feedback"
            )
        case .gone:
            ServiceError(.unavailable, "the device has gone", remedy: "plug it in again")
        case .system(let error): error
        }
    }
}
