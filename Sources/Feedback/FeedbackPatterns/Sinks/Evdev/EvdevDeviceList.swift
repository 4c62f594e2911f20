import LanguageServices
import Platform

/// The input devices with force feedback.
public enum EvdevDeviceList {
    static let folder = "/dev/input"

    static let permissionRemedy =
        "add the udev rule in docs/how-to/feedback-playing.md, or join the group 'input' and log in again"

    /// Every device with force feedback, ordered by number, and devices that could not be queried.
    ///
    /// A read-only device is listed with the reason why it is unusable. Devices that cannot be read are reported
    /// together, because it is unknown whether they have force feedback.
    public static func devices() -> [FeedbackDevice] {
        #if os(Linux)
        let names = ((try? Folder.names(in: folder)) ?? []).filter { $0.hasPrefix("event") }
        let numbered = names.compactMap { name in Int(name.dropFirst(5)).map { (number: $0, name: name) } }
        return numbered.sorted { $0.number < $1.number }.prefix(1024).compactMap { device("\(folder)/\($0.name)") }
        #else
        return []
        #endif
    }

    #if os(Linux)
    /// The description of a device; `nil` if it has no force feedback.
    static func device(_ path: String) -> FeedbackDevice? {
        do {
            return try EvdevDevice(path: path).description
        } catch {
            guard error.remedy == permissionRemedy else { return nil }
            return readable(path, error)
        }
    }

    /// A device that is not writable, described as far as it can be read.
    private static func readable(_ path: String, _ error: ServiceError) -> FeedbackDevice? {
        var result = FeedbackDevice(path: path, name: "", abilities: [], effectCount: 0)
        let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if number >= 0 {
            defer { _ = Platform.close(number) }
            guard let features = try? EvdevFeatures(descriptor: number, path: path) else { return nil }
            result = features.description
        }
        result.problem = "permission denied"
        result.remedy = error.remedy
        return result
    }
    #endif
}

/// A haptic device, as listed by `parlance feedback devices`.
public struct FeedbackDevice: Sendable, Hashable {
    /// The path: `/dev/input/event7`.
    public var path: String

    /// The name that the device reports; empty if it could not be queried.
    public var name: String

    /// The supported features: `rumble`, `periodic`, `constant`, `gain`.
    public var abilities: [String]

    /// The number of effects that it can store at a time.
    public var effectCount: Int

    /// Why it cannot be used; `nil` if it can.
    public var problem: String?

    /// What the user can do about it.
    public var remedy: String?
}
