package import JSON
package import LanguageServices
import Synchronization

/// One request to a plug-in, whichever process answers it.
///
/// A request whose process dies is sent once more to a fresh one, as long as nothing of the answer has reached the caller. An
/// exchange that is dropped abandons its request.
package final class PluginExchange: Sendable {
    /// What comes next.
    package typealias Step = PluginReply.Step

    private struct State {
        var reply: PluginReply?
        var attempts = 0
        var wasDelivered = false
        var isDetached = false
        var offer: ServiceOffer?
        var busy: Duration = .zero
    }

    /// Makes the parameters of a request to a process that offers something.
    package typealias Parameters = @Sendable (ServiceOffer) throws(ServiceError) -> JSONValue

    private let pool: PluginPool
    private let method: String
    private let parameters: Parameters
    private let state = Mutex(State())

    /// Prepares a request; nothing is sent before the first step is asked for.
    package init(_ pool: PluginPool, _ method: String, _ parameters: @escaping Parameters) {
        self.pool = pool
        self.method = method
        self.parameters = parameters
    }

    deinit {
        state.withLock { $0.isDetached ? nil : $0.reply }?.abandon()
    }

    /// How often the request was sent again.
    package var retries: Int { state.withLock { max(0, $0.attempts - 1) } }

    /// What the process that was asked offers.
    package var offer: ServiceOffer? { state.withLock { $0.offer } }

    /// How long the plug-in was waited for.
    var busy: Duration { state.withLock { $0.busy } }

    /// Says that a part of the answer has been given away, so that the request must not be sent again.
    package func wasDelivered() { state.withLock { $0.wasDelivered = true } }

    /// Lets the request go on when the exchange is dropped.
    package func detach() { state.withLock { $0.isDetached = true } }

    /// Abandons the request.
    package func abandon() { state.withLock { $0.reply }?.abandon() }

    /// Sends the request, unless it has been sent.
    ///
    /// - Returns: What the process that was asked offers.
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

    /// The next step; by one task at a time. When ``retries`` has grown, the answer begins anew with it.
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
                    // A plug-in that says in good order why it has no answer is in good health.
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

    /// The whole answer of a request that has no events.
    package func result() async throws(ServiceError) -> JSONNode {
        while true {
            if case .result(let node) = try await next() { return node }
        }
    }

    /// The running request, or another one.
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
