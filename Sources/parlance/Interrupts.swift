import Dispatch
import Synchronization

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
    ///
    /// - Parameter task: What is cancelled.
    /// - Returns: Which signal it was, once there was one.
    static func cancel(_ task: Task<ExitCode, Never>) -> Interruption {
        let interruption = Interruption()
        for number in [SIGHUP, SIGINT, SIGTERM] {
            // Who starts a program with a signal ignored, as nohup does, wants that to stay.
            if isIgnored(number) { continue }
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                if task.isCancelled { _exit(128 + number) }
                interruption.set(number)
                task.cancel()
            }
            // The source lives as long as the program: its own handler keeps it.
            source.setCancelHandler { _ = source }
            source.activate()
        }
        return interruption
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        // The handler stands first, and to ignore is the handler with the address 1. Swift cannot compare functions.
        return withUnsafeBytes(of: &action) { $0.loadUnaligned(as: UInt.self) } == 1
    }
}

/// The signal that has interrupted the program, if one has.
final class Interruption: Sendable {
    private let number = Atomic<Int32>(0)

    func set(_ signal: Int32) { number.store(signal, ordering: .relaxed) }

    /// What the program ends with, by the custom of shells: 128 and the signal's number.
    var exitCode: Int32? {
        let signal = number.load(ordering: .relaxed)
        return signal == 0 ? nil : 128 + signal
    }
}
