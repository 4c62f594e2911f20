import Dispatch
import Platform
import Synchronization

/// Handles Ctrl-C, a closed terminal, and the system's request to terminate.
enum Interrupts {
    /// The end of the pipe to which the signal handlers write; handlers can only access globals.
    private static let wire = Atomic<Int32>(-1)

    /// Makes the first signal cancel a task, so finished work is kept and no file is left half-written. The second
    /// signal ends the program immediately.
    ///
    /// The signal handlers write to a pipe that is read before they are installed, so no signal is lost. Dispatch's
    /// signal sources can lose a signal that arrives at startup, and the program would then wait forever.
    ///
    /// - Parameter task: The task to cancel.
    /// - Returns: The interruption, which records the signal that arrives.
    static func cancel(_ task: Task<ExitCode, Never>) -> Interruption {
        let interruption = Interruption()
        // Without a pipe, signals keep their default effect.
        guard let ends = Self.pipe() else { return interruption }
        let source = DispatchSource.makeReadSource(fileDescriptor: ends.reading, queue: .global())
        source.setEventHandler {
            var byte: UInt8 = 0
            guard read(ends.reading, &byte, 1) == 1 else { return }
            if task.isCancelled { _exit(128 + Int32(byte)) }
            interruption.set(Int32(byte))
            task.cancel()
        }
        // The source retains itself through its handler, for the lifetime of the program.
        source.setCancelHandler { _ = source }
        source.activate()
        wire.store(ends.writing, ordering: .releasing)
        for number in [SIGHUP, SIGINT, SIGTERM] {
            // A signal that is ignored at startup, as with nohup, stays ignored.
            if isIgnored(number) { continue }
            signal(number) { number in
                let before = errno
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(Interrupts.wire.load(ordering: .relaxed), &byte, 1)
                errno = before
            }
        }
        return interruption
    }

    /// Creates a pipe that child processes do not inherit and whose writes never block.
    private static func pipe() -> (reading: Int32, writing: Int32)? {
        var ends: [Int32] = [-1, -1]
        guard Platform.pipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        return (ends[0], ends[1])
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        // The handler is the first member of the structure, and SIG_IGN is the handler with the address 1. Swift cannot
        // compare functions.
        return withUnsafeBytes(of: &action) { $0.loadUnaligned(as: UInt.self) } == 1
    }
}

/// The signal that interrupted the program, if any.
final class Interruption: Sendable {
    private let number = Atomic<Int32>(0)

    func set(_ signal: Int32) { number.store(signal, ordering: .relaxed) }

    /// The exit code by shell convention: 128 plus the signal number.
    var exitCode: Int32? {
        let signal = number.load(ordering: .relaxed)
        return signal == 0 ? nil : 128 + signal
    }
}
