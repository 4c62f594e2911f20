import Dispatch
import LanguageServices
import Platform
import Synchronization

/// A terminal that delivers each key immediately without echo, and whose settings are always restored.
///
/// Ctrl-C still raises a signal and ends the program; Ctrl-Z is disabled, because the shell would inherit the raw
/// settings. The settings are restored when the work ends, when the task is cancelled (before a second signal can end
/// the program), and by handlers for crash signals.
struct RawTerminal: Sendable {
    private let descriptor: Int32
    private let saved: SavedTerminal

    /// The saved terminal settings; signal handlers reach them through a global address.
    private final class SavedTerminal: @unchecked Sendable {
        // Written only here; later only read, when the work ends and in signal handlers.
        let settings: UnsafeMutablePointer<termios>
        init(_ value: termios) {
            settings = .allocate(capacity: 1)
            settings.initialize(to: value)
        }
        deinit { settings.deallocate() }
    }

    /// The descriptor, and the address of the saved settings, which is 0 unless the terminal is raw. Signal handlers
    /// can only access globals.
    private static let address = Atomic<UInt>(0)
    private static let number = Atomic<Int32>(-1)

    /// Saves the terminal settings.
    ///
    /// - Throws: `ServiceError.Code.io` when the descriptor is not a terminal.
    init(_ descriptor: Int32) throws(ServiceError) {
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else {
            throw ServiceError(.io, "cannot read the terminal settings")
        }
        self.descriptor = descriptor
        saved = SavedTerminal(settings)
    }

    /// Runs `body` while the terminal is raw.
    func whileRaw<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        var settings = saved.settings.pointee
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
        withUnsafeMutableBytes(of: &settings.c_cc) { bytes in
            bytes[Int(VMIN)] = 1
            bytes[Int(VTIME)] = 0
            // The value that disables a key: all bits on Darwin, zero on Linux.
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

    /// The bytes from the keyboard. The sequence ends when the input ends or the task is cancelled.
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

    /// Restores the terminal, then lets the signal take its default effect.
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
