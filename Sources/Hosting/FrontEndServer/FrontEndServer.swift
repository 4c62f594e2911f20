import JSON
package import LanguageServices
import Platform
import PluginHost
package import ServiceRegistry
import Synchronization

/// Serves the services of a registry over the plug-in protocol, in which this server acts as the plug-in.
///
/// Requests run concurrently. Memory use is bounded: if a client leaves too much output unread, the server stops
/// reading its requests.
package final class FrontEndServer: Sendable {
    /// Answers a request, and may send events before the result.
    typealias Work = @Sendable (FrontEndAnswer) async throws -> JSONValue

    /// What the server needs from its host program.
    package struct Dependencies: Sendable {
        /// The version of the server.
        package var version: String
        /// Reads the configuration and creates a registry. Called for `initialize` and for `registry.reload`.
        package var open: @Sendable () async throws -> ServiceRegistry
        /// Shuts down a registry.
        package var close: @Sendable (ServiceRegistry) async -> Void
        /// Writes a line to the log.
        package var log: @Sendable (String) -> Void
        /// The ID of the parent process.
        package var parent: @Sendable () -> Int

        /// Creates the dependencies.
        package init(
            version: String,
            open: @escaping @Sendable () async throws -> ServiceRegistry,
            close: @escaping @Sendable (ServiceRegistry) async -> Void,
            log: @escaping @Sendable (String) -> Void,
            parent: @escaping @Sendable () -> Int
        ) {
            self.version = version
            self.open = open
            self.close = close
            self.log = log
            self.parent = parent
        }
    }

    private let dependencies: Dependencies

    /// Creates a server.
    package init(_ dependencies: Dependencies) { self.dependencies = dependencies }

    /// Serves a client until it sends `shutdown`, its input ends, or it exits.
    ///
    /// - Parameters:
    ///   - next: Returns the next bytes, or `nil` at the end. It runs on a dedicated thread and may block, but must
    ///     regularly check for cancellation of its task, and then return.
    ///   - write: Writes bytes, and may block. Calls never overlap.
    ///   - writeNow: Writes as many bytes as it can without blocking and returns their number, where the system
    ///     supports that. It is never called during `write`.
    /// - Throws: `ServiceError.Code.protocolViolation` when the client violates the protocol, an error from
    ///   `initialize`, or an error thrown by `next` or `write`. By then, running requests have been cancelled.
    package func run(
        reading next: @escaping @Sendable () throws -> [UInt8]?,
        writing write: @escaping @Sendable ([UInt8]) throws -> Void,
        now writeNow: (@Sendable ([UInt8]) -> Int)? = nil
    ) async throws {
        let hangUp = ConnectionCloser()
        let output = FrameOutput(write, now: writeNow) { hangUp.now() }
        let exchange = FrontEndExchange(output)
        let conversation = ServerSession(dependencies, output, exchange, hangUp)
        let task = Task { try await conversation.hold(next) }
        hangUp.set {
            task.cancel()
            // Resumes tasks that are waiting for a client that does not read.
            output.close()
        }
        let outcome = await withTaskCancellationHandler {
            await task.result
        } onCancel: {
            hangUp.now()
        }
        exchange.cancelAll()
        await output.drain(within: .seconds(1))
        output.close()
        await exchange.waitUntilIdle(within: .seconds(2))
        await conversation.end()
        if let failure = output.failure { throw failure }
        // When the client is gone, no one is left to receive an error.
        if hangUp.isOrphaned { return }
        try outcome.get()
    }
}

/// Closes a connection from outside its session.
final class ConnectionCloser: Sendable {
    private struct State {
        var action: (@Sendable () -> Void)?
        var isDone = false
        var isOrphaned = false
    }

    private let state = Mutex(State())

    /// Whether it was closed because the client is gone.
    var isOrphaned: Bool { state.withLock { $0.isOrphaned } }

    /// Sets the action that closes the connection.
    func set(_ action: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            state.action = action
            return state.isDone
        }
        if isLate { action() }
    }

    /// Closes the connection.
    func now(isOrphaned: Bool = false) {
        let action = state.withLock { state in
            state.isDone = true
            if isOrphaned { state.isOrphaned = true }
            return state.action
        }
        action?()
    }
}

/// Reads bytes as they arrive, and blocks while there are none. It notices the cancellation of its task within 0.2
/// seconds.
package struct ByteReader: Sendable {
    private let descriptor: Int32

    private static let pieceSize = 1 << 16

    /// Creates a reader. It does not close the descriptor.
    package init(descriptor: Int32) { self.descriptor = descriptor }

    /// The next bytes, or `nil` at the end.
    ///
    /// - Throws: `ServiceError.Code.io`, or `ServiceError.Code.cancelled`.
    package func next() throws(ServiceError) -> [UInt8]? {
        while true {
            if Task.isCancelled { throw ServiceError(.cancelled, "the request was cancelled") }
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&request, 1, 200) > 0 else { continue }
            var failure: Int32 = 0
            var isAtEnd = false
            let piece = [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, initialized in
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                failure = count < 0 ? errno : 0
                isAtEnd = count == 0
                initialized = max(0, count)
            }
            // If the peer is killed, the connection is reset, which is treated as the end of the input.
            if isAtEnd || failure == ECONNRESET { return nil }
            if failure == 0 { return piece }
            guard failure == EINTR || failure == EAGAIN else {
                throw SystemFailure.error("cannot read", "standard input", errno: failure)
            }
        }
    }
}
