/// How much a queue holds.
public struct QueueLimits: Sendable, Hashable {
    /// How many requests, answered ones included.
    public var requests: Int

    /// How many bytes their texts, options and answers have together.
    public var bytes: Int

    /// Creates limits; the usual ones are 10,000 requests and 64 MiB.
    public init(requests: Int = 10_000, bytes: Int = 64 << 20) {
        self.requests = requests
        self.bytes = bytes
    }
}
