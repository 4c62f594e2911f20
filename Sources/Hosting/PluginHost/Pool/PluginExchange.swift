package import JSON
package import LanguageServices
import Synchronization

/// A request to a plug-in, independent of the process that answers it. If the process crashes, the request is resent
/// once to a new process, unless part of the answer has already been passed on. Releasing the exchange abandons the
/// request.
package final class PluginExchange: Sendable {
    /// Part of the answer.
    package typealias Step = PluginReply.Step

    private struct State {
        var reply: PluginReply?
        var attempts = 0
        var wasDelivered = false
        var isDetached = false
        var offer: ServiceOffer?
        var busy: Duration = .zero
    }

    /// Creates the parameters of the request from the offer of the process that receives it.
    package typealias Parameters = @Sendable (ServiceOffer) throws(ServiceError) -> JSONValue

    private let pool: PluginPool
    private let method: String
    private let parameters: Parameters
    private let state = Mutex(State())

    /// Prepares a request. It is sent when the first step is awaited.
    package init(_ pool: PluginPool, _ method: String, _ parameters: @escaping Parameters) {
        self.pool = pool
        self.method = method
        self.parameters = parameters
    }

    deinit {
        state.withLock { $0.isDetached ? nil : $0.reply }?.abandon()
    }

    /// The number of times the request was resent.
    package var retries: Int { state.withLock { max(0, $0.attempts - 1) } }

    /// The offer of the process that received the request.
    package var offer: ServiceOffer? { state.withLock { $0.offer } }

    /// The time spent waiting for the plug-in.
    var busy: Duration { state.withLock { $0.busy } }

    /// Records that part of the answer was passed on, so the request is not resent.
    package func wasDelivered() { state.withLock { $0.wasDelivered = true } }

    /// Lets the request continue after the exchange is released.
    package func detach() { state.withLock { $0.isDetached = true } }

    /// Abandons the request.
    package func abandon() { state.withLock { $0.reply }?.abandon() }

    /// Sends the request unless it has been sent.
    ///
    /// - Returns: The offer of the process that received it.
    package func begin() async throws(ServiceError) -> ServiceOffer {
        let start = pool.clock.now
        defer { wasBusy(since: start) }
        while true {
            do throws(ServiceError) {
                _ = try await reply()
                if let offer { return offer }
            } catch {
                guard isRepeated(after: error) else { throw error }
            }
        }
    }

    /// The next step. Only one task may wait at a time. If ``retries`` has increased, the answer restarts with this
    /// step.
    package func next() async throws(ServiceError) -> Step {
        let start = pool.clock.now
        defer { wasBusy(since: start) }
        while true {
            do throws(ServiceError) {
                let step = try await reply().next()
                if case .result = step { await pool.hasAnswered() }
                return step
            } catch {
                guard isRepeated(after: error) else {
                    // A "not found" answer is a valid answer.
                    if error.code.isMiss { await pool.hasAnswered() }
                    throw error
                }
            }
        }
    }

    private func wasBusy(since start: Duration) { state.withLock { $0.busy += pool.clock.now - start } }

    private func isRepeated(after error: ServiceError) -> Bool {
        state.withLock { state in
            guard error.code == .pluginCrashed, !state.wasDelivered, state.attempts < 2 else { return false }
            state.reply = nil
            return true
        }
    }

    /// The result for a request, without its events.
    package func result() async throws(ServiceError) -> JSONNode {
        while true {
            if case .result(let node) = try await next() { return node }
        }
    }

    /// The running request; it is sent if it is not running yet.
    private func reply() async throws(ServiceError) -> PluginReply {
        if let reply = state.withLock({ $0.reply }) { return reply }
        state.withLock { $0.attempts += 1 }
        let pass = try await pool.take()
        do throws(ServiceError) {
            try ServiceError.checkCancellation()
            let reply = try pass.process.begin(method, try parameters(pass.offer))
            state.withLock { state in
                state.reply = reply
                state.offer = pass.offer
            }
            return reply
        } catch {
            await pool.giveBack(pass)
            throw error
        }
    }
}
