/// How long is waited for a plug-in.
package struct PluginLimits: Sendable, Hashable {
    /// From the start of the process to its answer.
    package var start: Duration = .seconds(10)
    /// How much more time each sign of life gives during the start.
    package var startExtension: Duration = .seconds(10)
    /// How long the start may take whatever is said.
    package var longestStart: Duration = .seconds(120)
    /// From one frame of a request to the next.
    package var idle: Duration = .seconds(20)
    /// From a request to its final frame.
    package var request: Duration = .seconds(120)
    /// From a cancellation to the final frame.
    package var cancellation: Duration = .seconds(2)
    /// How long a process stays that nobody needs; `nil` is until the end.
    package var idleStop: Duration? = .seconds(300)
    /// From being told to end to being ended.
    package var end: Duration = .seconds(2)

    /// The limits of the protocol.
    package init() {}
}
