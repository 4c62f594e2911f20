/// What programs that we start get of this process's environment: what they need to find the user, his language and his sound
/// server, and nothing else. Keys of services often stand in the environment, and everybody who may look at a process can read
/// them there.
package enum ProgramEnvironment {
    private static let names: Set<Substring> = [
        "ALSA_CARD", "AUDIODEV", "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "HOME", "LANG", "LANGUAGE", "LD_LIBRARY_PATH",
        "LD_PRELOAD", "LOGNAME", "PATH", "TMPDIR", "TZ", "USER",
    ]

    private static let prefixes = ["ALSA_CONFIG_", "DYLD_", "LC_", "PIPEWIRE_", "PULSE_", "XDG_"]

    /// The variables of this process that a program gets, as `NAME=value`.
    package static var current: [String] { kept(everything) }

    /// All variables of this process, as `NAME=value`.
    package static var everything: [String] {
        var variables: [String] = []
        var next = systemEnvironment
        while let place = next, let variable = place.pointee {
            variables.append(String(cString: variable))
            next = place + 1
        }
        return variables
    }

    /// Those of some variables that a program gets.
    static func kept(_ variables: [String]) -> [String] {
        variables.filter { variable in
            names.contains(variable.prefix { $0 != "=" }) || prefixes.contains { variable.hasPrefix($0) }
        }
    }

    private static var systemEnvironment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
        #if canImport(Darwin)
        _NSGetEnviron().pointee
        #else
        environ
        #endif
    }
}
