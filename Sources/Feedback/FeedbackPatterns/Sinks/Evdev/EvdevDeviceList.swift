import LanguageServices
import Platform

/// The input devices of this machine that have force feedback.
public enum EvdevDeviceList {
    static let folder = "/dev/input"

    static let permissionRemedy =
        "allow it by the udev rule of docs/how-to/feedback-playing.md, or add yourself to the group 'input' and log in again"

    /// Every device with force feedback, in the order of their numbers, and those that could not be asked.
    ///
    /// What may only be read cannot be felt; it stands with the reason. What may not even be read is told once, since nobody
    /// knows whether it has force feedback.
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
    /// What a device says of itself; `nil` when it has no force feedback.
    static func device(_ path: String) -> FeedbackDevice? {
        do {
            return try EvdevDevice(path: path).description
        } catch {
            guard error.remedy == permissionRemedy else { return nil }
            return readable(path, error)
        }
    }

    /// A device that may not be written to, as far as it can be told from reading.
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

/// A device that can be felt, as `parlance feedback devices` lists it.
public struct FeedbackDevice: Sendable, Hashable {
    /// Where it is: `/dev/input/event7`.
    public var path: String

    /// What it calls itself; empty when it could not be asked.
    public var name: String

    /// What it can do: `rumble`, `periodic`, `constant`, `gain`.
    public var abilities: [String]

    /// How many effects it holds at a time.
    public var effectCount: Int

    /// Why it cannot be used; `nil` when it can.
    public var problem: String?

    /// What the user can do about it.
    public var remedy: String?
}
