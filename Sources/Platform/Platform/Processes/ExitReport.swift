/// How a child process ended, and the beginning of what it wrote to its standard error.
package struct ExitReport: Sendable, Hashable {
    /// How a process ended.
    package enum Ending: Sendable, Hashable {
        /// It returned an exit status, 0…255; 0 means success.
        case exited(Int32)
        /// A signal ended it.
        case signalled(Int32)
        /// Another part of this process took the status away.
        case unknown
    }

    /// How it ended.
    package var ending: Ending
    /// What is kept of what it, or its children, wrote to its standard error: the first 4096 bytes unless told otherwise.
    package var standardError: [UInt8]

    /// The most bytes of memory that it had at a time, or the largest of its children that it waited for; nil where that is not
    /// known.
    package var peakMemory: Int?

    /// Whether it ended with status 0.
    package var isSuccess: Bool { ending == .exited(0) }

    /// What happened, in one line: `exit status 1: no such device`.
    package var summary: String {
        let cause =
            switch ending {
            case .exited(let status): "exit status \(status)"
            case .signalled(let signal): "ended by \(Self.name(ofSignal: signal))"
            case .unknown: "its exit status is not known"
            }
        let text = OneLine.text(standardError)
        return text.isEmpty ? cause : "\(cause): \(text)"
    }

    private static func name(ofSignal number: Int32) -> String {
        switch number {
        case SIGTERM: "SIGTERM"
        case SIGKILL: "SIGKILL"
        case SIGINT: "SIGINT"
        case SIGSEGV: "SIGSEGV"
        case SIGABRT: "SIGABRT"
        case SIGPIPE: "SIGPIPE"
        default: "signal \(number)"
        }
    }
}
