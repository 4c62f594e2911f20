import HapticPatterns

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

    /// Creates a description.
    public init(
        path: String,
        name: String,
        abilities: [String],
        effectCount: Int,
        problem: String? = nil,
        remedy: String? = nil
    ) {
        self.path = path
        self.name = name
        self.abilities = abilities
        self.effectCount = effectCount
        self.problem = problem
        self.remedy = remedy
    }
}
