/// A program that plays a WAV file and then ends.
struct PlayerProgram: Sendable {
    /// Its name, to be looked up in PATH.
    var name: String
    /// What stands before the file's path.
    var arguments: [String] = []
    /// The option for how much sound the program hands to the sound server ahead; what it does with milliseconds.
    var latencyOption: (@Sendable (Int) -> String)?

    /// What stands before the file's path when the program should hand over no more than `latency` ahead.
    func arguments(holding latency: Duration?) -> [String] {
        guard let latency, let latencyOption else { return arguments }
        return arguments + [latencyOption(max(20, latency.milliseconds))]
    }

    /// The programs to look for, in this order.
    ///
    /// Only those that fail when there is no sound: `espeak-ng` and `ffplay` end with status 0 then.
    static var known: [PlayerProgram] {
        #if canImport(Darwin)
        [PlayerProgram(name: "afplay")]
        #else
        [
            PlayerProgram(name: "pw-play", latencyOption: { "--latency=\($0)ms" }),
            PlayerProgram(name: "paplay", latencyOption: { "--latency-msec=\($0)" }),
            PlayerProgram(name: "aplay", arguments: ["-q"], latencyOption: { "--buffer-time=\($0 * 1000)" }),
        ]
        #endif
    }
}
