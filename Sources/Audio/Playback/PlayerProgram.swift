/// A program that plays a WAV file and then ends.
struct PlayerProgram: Sendable, Hashable {
    /// Its name, to be looked up in PATH.
    var name: String
    /// What stands before the file's path.
    var arguments: [String] = []

    /// The programs to look for, in this order.
    ///
    /// Only those that fail when there is no sound: `espeak-ng` and `ffplay` end with status 0 then.
    static var known: [PlayerProgram] {
        #if canImport(Darwin)
        [PlayerProgram(name: "afplay")]
        #else
        [
            PlayerProgram(name: "pw-play"), PlayerProgram(name: "paplay"),
            PlayerProgram(name: "aplay", arguments: ["-q"]),
        ]
        #endif
    }
}
