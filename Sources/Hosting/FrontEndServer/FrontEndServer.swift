import JSON
package import LanguageServices
import Platform
import PluginHost
package import ServiceRegistry
import Synchronization

/// Offers the services of a registry by the plug-in protocol: the plug-in's side of it.
///
/// Requests are worked on beside each other. Nothing that a client sends can make it hold more than a bounded amount of memory: a client
/// that does not read is not read from either, in the end.
package final class FrontEndServer: Sendable {
    /// What answers a request, with events on the way.
    typealias Work = @Sendable (FrontEndAnswer) async throws -> JSONValue

    /// What the server needs of the program around it.
    package struct Dependencies: Sendable {
        /// Its version.
        package var version: String
        /// Reads the configuration and makes a registry of it; called for `initialize` and for `registry.reload`.
        package var open: @Sendable () async throws -> ServiceRegistry
        /// Shuts a registry down.
        package var close: @Sendable (ServiceRegistry) async -> Void
        /// Takes a line for the log.
        package var log: @Sendable (String) -> Void
        /// The process that has started this one.
        package var parent: @Sendable () -> Int

        /// Names them.
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

    /// Serves a client until it says `shutdown`, or its input ends, or it has gone.
    ///
    /// - Parameters:
    ///   - next: The next bytes; `nil` at the end. May block, on a thread that is kept for it, but must look now and then whether its task is
    ///     cancelled, and end then.
    ///   - write: Writes bytes, and may block; never called by two threads at once.
    ///   - writeNow: Writes as many bytes as it can without waiting, where that can be had, and says how many. It is never called while
    ///     `write` is.
    /// - Throws: `ServiceError.Code.protocolViolation` when the client has broken the protocol, what `initialize` has failed with, and what
    ///   `next` and `write` throw. Whatever is under way has been cancelled by then.
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
            // Whoever waits for a client that does not read waits no longer.
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
        // A client that has gone has nobody to whom an error could be told.
        if hangUp.isOrphaned { return }
        try outcome.get()
    }
}

/// Ends a conversation from outside.
final class ConnectionCloser: Sendable {
    private struct State {
        var action: (@Sendable () -> Void)?
        var isDone = false
        var isOrphaned = false
    }

    private let state = Mutex(State())

    /// Whether that was because the client has gone.
    var isOrphaned: Bool { state.withLock { $0.isOrphaned } }

    /// Says how it is ended.
    func set(_ action: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            state.action = action
            return state.isDone
        }
        if isLate { action() }
    }

    /// Ends it.
    func now(isOrphaned: Bool = false) {
        let action = state.withLock { state in
            state.isDone = true
            if isOrphaned { state.isOrphaned = true }
            return state.action
        }
        action?()
    }
}

/// Reads bytes as they come, and blocks until they do; a cancelled task is answered within a fifth of a second.
package struct ByteReader: Sendable {
    private let descriptor: Int32

    private static let pieceSize = 1 << 16

    /// Reads from a descriptor, which stays open.
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
            // A socket whose other end was killed has no more to give either.
            if isAtEnd || failure == ECONNRESET { return nil }
            if failure == 0 { return piece }
            guard failure == EINTR || failure == EAGAIN else {
                throw SystemFailure.error("cannot read", "standard input", errno: failure)
            }
        }
    }
}
