import Dispatch
import Platform
import Synchronization

/// What happens when the user presses Ctrl-C or closes the terminal, or the system asks the program to end.
enum Interrupts {
    /// The end of a pipe into which the handlers write; a handler can reach nothing but what is global.
    private static let wire = Atomic<Int32>(-1)

    /// Lets the first signal cancel a task, so that finished work is kept and nothing is left half-written; the second
    /// ends the program at once.
    ///
    /// The handlers are our own and write into a pipe that is read from before they are installed, so that none is lost. With
    /// Dispatch's sources of signals, one that came at the start was seen to be lost, and the program waited for ever.
    ///
    /// - Parameter task: What is cancelled.
    /// - Returns: Which signal it was, once there was one.
    static func cancel(_ task: Task<ExitCode, Never>) -> Interruption {
        let interruption = Interruption()
        // Without a pipe a signal does what it does to every program.
        guard let ends = Self.pipe() else { return interruption }
        let source = DispatchSource.makeReadSource(fileDescriptor: ends.reading, queue: .global())
        source.setEventHandler {
            var byte: UInt8 = 0
            guard read(ends.reading, &byte, 1) == 1 else { return }
            if task.isCancelled { _exit(128 + Int32(byte)) }
            interruption.set(Int32(byte))
            task.cancel()
        }
        // The source lives as long as the program: its own handler keeps it.
        source.setCancelHandler { _ = source }
        source.activate()
        wire.store(ends.writing, ordering: .releasing)
        for number in [SIGHUP, SIGINT, SIGTERM] {
            // Who starts a program with a signal ignored, as nohup does, wants that to stay.
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

    /// A pipe that no started program inherits, and whose writers never wait.
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
