import Database
import Dispatch
import LanguageServices
public import ServiceRegistry
import Platform
import Synchronization

/// A queue of requests in a file of SQLite, for as many processes as like.
///
/// What a call has written is on the disk when it returns, also after a power cut. The file is made when the first request
/// is kept; texts and answers stand in it in clear, and only its owner can read it.
public final class QueueFile: RequestStore {
    /// The folder of the queue, which holds nothing else.
    public let folder: String

    let limits: QueueLimits
    private let now: @Sendable () -> Int64
    private let thread = DispatchQueue(label: "parlance.queue")
    private let state = Mutex(State())

    private struct State {
        var database: Database?
        var lease: QueueLease?
    }

    /// How long a call waits for other processes, in milliseconds.
    private static let patience = 20_000

    /// No value is larger.
    private static let largestValue = 64 << 20

    /// Creates a queue.
    ///
    /// - Parameters:
    ///   - folder: Its folder, which is made when it is needed.
    ///   - limits: How much it holds.
    ///   - now: The time of day in seconds since 1970; without it, the machine's.
    public init(
        folder: String,
        limits: QueueLimits = QueueLimits(),
        now: (@Sendable () -> Int64)? = nil
    ) {
        self.folder = folder
        self.limits = limits
        self.now = now ?? { Int64(time(nil)) }
    }

    /// The path of the database.
    public var path: String { "\(folder)/requests.sqlite" }

    /// Closes the file. What this process has claimed and not settled is then as if the process had ended; the next call
    /// opens the file again.
    public func close() {
        state.withLock { $0 = State() }
    }

    /// Does something with the database, on a thread that may wait.
    ///
    /// - Parameters:
    ///   - isMaking: Whether the file is made where it is missing.
    ///   - fallback: The result when there is no file and none is made.
    func perform<Value: Sendable>(
        isMaking: Bool,
        or fallback: Value,
        _ body: @escaping @Sendable (QueueConnection) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            thread.async { [self] in
                continuation.resume(
                    with: Result {
                        guard isMaking || WholeFile.isAnything(at: path) else { return fallback }
                        return try connected(body)
                    }
                )
            }
        }
    }

    private func connected<Value: Sendable>(_ body: (QueueConnection) throws -> Value) throws -> Value {
        try state.withLock { state in
            let database: Database
            if let known = state.database {
                database = known
            } else {
                database = try open()
                state.database = database
            }
            let connection = QueueConnection(
                database: database,
                folder: folder,
                lease: state.lease,
                now: now()
            )
            let value = try body(connection)
            state.lease = connection.lease
            return value
        }
    }

    private func open() throws -> Database {
        try Self.make(folder)
        try Self.makeFile(path)
        let shown = SystemFailure.quoted(path)
        let database = try Database(.writing(path), subject: path, largestValue: Self.largestValue) { failure in
            switch failure.kind {
            case .full:
                ServiceError(.io, "the disk of the queue \(shown) is full", remedy: "free some space")
            case .busy:
                ServiceError(.io, "another process holds the queue \(shown) for too long", remedy: "try again")
            case .unusable:
                ServiceError(
                    .io,
                    "cannot use the queue \(shown): \(failure.reason)",
                    remedy: "check its permissions and the disk"
                )
            case .tooLarge(let limit):
                ServiceError(.limitExceeded, "a request of the queue has more than \(limit) bytes")
            case .damaged, .refused:
                ServiceError(
                    .io,
                    "the queue \(shown) is damaged: \(failure.reason)",
                    remedy: "move the file away; what waits in it is lost"
                )
            }
        }
        try database.keepLog(patience: Self.patience, isDurable: true)
        try QueueSchema.prepare(database, path: path)
        return database
    }

    private static func make(_ folder: String) throws(ServiceError) {
        if let slash = folder.lastIndex(of: "/"), slash != folder.startIndex {
            try Folder.make(String(folder[..<slash]))
        }
        try PrivateFolder.make(folder, remedy: "make it a folder of your own that nobody else can write to")
    }

    /// Makes the file so that nobody else can read it, from its first moment on.
    private static func makeFile(_ path: String) throws(ServiceError) {
        let descriptor = Self.openNew(path)
        if descriptor >= 0 {
            Self.close(descriptor)
            return
        }
        guard errno == EEXIST else { throw SystemFailure.error("cannot write", path, errno: errno) }
        guard chmod(path, 0o600) == 0 else { throw SystemFailure.error("cannot protect", path, errno: errno) }
    }

    private static func close(_ descriptor: Int32) {
        #if canImport(Darwin)
        _ = Darwin.close(descriptor)
        #elseif canImport(Musl)
        _ = Musl.close(descriptor)
        #else
        _ = Glibc.close(descriptor)
        #endif
    }

    private static func openNew(_ path: String) -> Int32 {
        #if canImport(Darwin)
        Darwin.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        #elseif canImport(Musl)
        Musl.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        #else
        Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        #endif
    }
}
