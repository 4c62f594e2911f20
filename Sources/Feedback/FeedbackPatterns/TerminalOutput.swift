import HapticPatterns
import Platform

/// The terminal that standard error is shown on, as far as it is one.
enum TerminalOutput {
    /// A sink that shows lines there.
    static func sink() -> TerminalSink {
        TerminalSink(isThere: isatty(STDERR_FILENO) == 1, isUnicode: FeedbackPatterns.isUTF8(ProcessVariables.value)) {
            line in
            let bytes = Array((line + "\n").utf8)
            // A line that does not get through is no reason to fail.
            _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
        }
    }
}

/// The environment variables of this process.
enum ProcessVariables {
    /// The value of a variable, when it is set.
    static func value(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// What says where the bus of the session is.
    static var session: [String: String] {
        var values: [String: String] = [:]
        for name in ["DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"] { values[name] = value(name) }
        return values
    }
}
