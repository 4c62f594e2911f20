import LanguageServices

/// What the program says to the one who started it; the numbers from 64 on are those of `sysexits.h`.
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

    /// The code for an error that nothing more is known about.
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

/// An error that ends the program, with the exit code that fits the place where it happened.
struct CommandFailure: Error {
    /// What happened.
    var error: ServiceError

    /// What the program ends with.
    var exitCode: ExitCode

    /// Whether the message of a cancellation says how far the command came.
    var reportsProgress = false

    /// The failure of a command of the tree for which ``Invocation/run()`` has no case.
    static func notImplemented(_ path: [String]) -> CommandFailure {
        CommandFailure(ServiceError(.unsupported, "'\(path.joined(separator: " "))' has no implementation"))
    }

    init(_ error: ServiceError, _ exitCode: ExitCode? = nil) {
        self.error = error
        self.exitCode = exitCode ?? ExitCode(error.code)
    }

    /// Makes a file or a folder; when that cannot be done, the program ends with ``ExitCode/cannotCreate``.
    static func creating<Value: ~Copyable>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as ServiceError {
            throw CommandFailure(error, error.code == .io ? .cannotCreate : nil)
        }
    }

    /// An error about a file that was to be read.
    init(reading error: ServiceError) {
        self.init(error, error.code == .io ? .noInput : nil)
    }
}

/// Whoever read what the program prints has gone.
struct ClosedPipe: Error {}
