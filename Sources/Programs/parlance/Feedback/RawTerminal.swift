import Dispatch
import LanguageServices
import Platform
import Synchronization

/// A terminal that gives each key at once and does not echo it, and that is set back whatever happens.
///
/// Ctrl-C stays a signal, so the program is ended by it as always; Ctrl-Z is off meanwhile, since the shell would find the
/// terminal as it is here. It is set back at the end of the work, as soon as the task is cancelled (before a second signal
/// could end the program), and by handlers of the signals of a crash.
struct RawTerminal: Sendable {
    private let descriptor: Int32
    private let saved: SavedTerminal

    /// What the terminal was set to; handlers of signals reach it through a global address.
    private final class SavedTerminal: @unchecked Sendable {
        // Written once, here, and only read afterwards: by the end of the work and by handlers of signals.
        let settings: UnsafeMutablePointer<termios>
        init(_ value: termios) {
            settings = .allocate(capacity: 1)
            settings.initialize(to: value)
        }
        deinit { settings.deallocate() }
    }

    /// The address of the settings while a terminal is raw, else 0, and its descriptor; handlers can reach nothing else.
    private static let address = Atomic<UInt>(0)
    private static let number = Atomic<Int32>(-1)

    /// Takes down how the terminal is set.
    ///
    /// - Throws: `ServiceError.Code.io` when it is no terminal.
    init(_ descriptor: Int32) throws(ServiceError) {
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else {
            throw ServiceError(.io, "cannot read the terminal settings")
        }
        self.descriptor = descriptor
        saved = SavedTerminal(settings)
    }

    /// Does something while the terminal is raw.
    func whileRaw<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        var settings = saved.settings.pointee
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
        withUnsafeMutableBytes(of: &settings.c_cc) { bytes in
            bytes[Int(VMIN)] = 1
            bytes[Int(VTIME)] = 0
            // The value that switches a key off: all bits on Darwin, none on Linux.
            #if canImport(Darwin)
            bytes[Int(VSUSP)] = 0xFF
            #else
            bytes[Int(VSUSP)] = 0
            #endif
        }
        Self.number.store(descriptor, ordering: .releasing)
        Self.address.store(UInt(bitPattern: saved.settings), ordering: .releasing)
        let crashes = [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP, SIGQUIT]
        for signal in crashes { Self.restoreOn(signal) }
        defer {
            restore()
            Self.address.store(0, ordering: .releasing)
            for number in crashes { signal(number, SIG_DFL) }
        }
        guard tcsetattr(descriptor, TCSANOW, &settings) == 0 else {
            throw ServiceError(.io, "cannot switch the terminal to raw mode")
        }
        return try await withTaskCancellationHandler {
            try await body()
        } onCancel: {
            restore()
        }
    }

    /// The bytes of the keyboard as they come; ends with the input and when the task is cancelled.
    func bytes() -> AsyncStream<UInt8> {
        AsyncStream(bufferingPolicy: .bufferingNewest(256)) { continuation in
            let isOver = AtomicFlag()
            continuation.onTermination = { _ in isOver.set() }
            DispatchQueue(label: "keyboard").async { [descriptor] in
                var buffer = [UInt8](repeating: 0, count: 64)
                while !isOver.isSet {
                    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                    let ready = poll(&entry, 1, 100)
                    if ready == 0 || ready < 0 && errno == EINTR { continue }
                    let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
                    if count < 0, errno == EINTR || errno == EAGAIN { continue }
                    guard ready > 0, count > 0 else { break }
                    for byte in buffer.prefix(count) { continuation.yield(byte) }
                }
                continuation.finish()
            }
        }
    }

    private func restore() {
        tcsetattr(descriptor, TCSANOW, saved.settings)
    }

    /// Sets the terminal back and then lets the signal do what it always does.
    private static func restoreOn(_ number: Int32) {
        signal(number) { number in
            if let settings = UnsafePointer<termios>(bitPattern: RawTerminal.address.load(ordering: .acquiring)) {
                tcsetattr(RawTerminal.number.load(ordering: .acquiring), TCSANOW, settings)
            }
            signal(number, SIG_DFL)
            raise(number)
        }
    }
}
