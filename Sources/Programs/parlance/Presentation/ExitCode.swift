import LanguageServices

/// The exit codes of the program; codes from 64 upwards are from `sysexits.h`.
enum ExitCode: Int32 {
    case ok = 0
    case failed = 1
    case partlyFailed = 2
    case usage = 64
    case badData = 65
    case noInput = 66
    case unavailable = 69
    case cannotCreate = 73
    case inputOutput = 74
    case tryAgain = 75
    case configuration = 78
    case interrupted = 130
    case closedPipe = 141

    /// The default code for an error.
    init(_ code: ServiceError.Code) {
        switch code {
        case .invalidRequest, .limitExceeded: self = .badData
        case .unsupported, .unavailable, .unauthorized, .quotaExceeded: self = .unavailable
        case .rateLimited, .timedOut, .network: self = .tryAgain
        case .configuration: self = .configuration
        case .io: self = .inputOutput
        case .cancelled: self = .interrupted
        default: self = .failed
        }
    }
}

/// An error that ends the program, with an exit code that depends on where it occurred.
struct CommandFailure: Error {
    /// The error.
    var error: ServiceError

    /// The exit code.
    var exitCode: ExitCode

    /// Whether a cancellation message includes the command's progress.
    var reportsProgress = false

    /// The failure for a command that ``Invocation/run()`` does not handle.
    static func notImplemented(_ path: [String]) -> CommandFailure {
        CommandFailure(ServiceError(.unsupported, "'\(path.joined(separator: " "))' has no implementation"))
    }

    init(_ error: ServiceError, _ exitCode: ExitCode? = nil) {
        self.error = error
        self.exitCode = exitCode ?? ExitCode(error.code)
    }

    /// Creates a file or a folder; on failure the program ends with ``ExitCode/cannotCreate``.
    static func creating<Value: ~Copyable>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as ServiceError {
            throw CommandFailure(error, error.code == .io ? .cannotCreate : nil)
        }
    }

    /// Creates a failure to read a file.
    init(reading error: ServiceError) {
        self.init(error, error.code == .io ? .noInput : nil)
    }
}

/// The reader of the program's output has closed the pipe.
struct ClosedPipe: Error {}
