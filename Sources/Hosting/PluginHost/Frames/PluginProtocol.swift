/// The numbers of the plug-in protocol, which docs/plugin-protocol.md specifies.
package enum PluginProtocol {
    /// The version that this host speaks.
    package static let version = 1

    /// The most bytes of a line, without its line feed.
    package static let longestLine = 1 << 20

    /// The most bytes of a frame's payload.
    package static let largestPayload = 1 << 24

    /// The largest number of a request.
    package static let largestID = 1 << 53

    /// How many lines that are no frames are passed over before the plug-in has answered for the first time.
    static let mostNoise = 100

    /// How many bytes the host holds for a request that nobody takes, before it stops reading.
    static let mostHeld = 8 << 20

    /// How many bytes of a plug-in's log are kept.
    static let logSize = 64 << 10
}
