import Dispatch

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// What happens when the user presses Ctrl-C or closes the terminal, or the system asks the program to end.
enum Interrupts {
    /// Lets the first signal cancel a task, so that finished work is kept and nothing is left half-written; the second
    /// ends the program at once.
    static func cancel(_ task: Task<ExitCode, Never>) {
        for number in [SIGHUP, SIGINT, SIGTERM] {
            // Who starts a program with a signal ignored, as nohup does, wants that to stay.
            let previous = signal(number, SIG_IGN)
            if unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { continue }
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                if task.isCancelled { _exit(128 + number) }
                task.cancel()
            }
            // The source lives as long as the program: its own handler keeps it.
            source.setCancelHandler { _ = source }
            source.activate()
        }
    }
}
