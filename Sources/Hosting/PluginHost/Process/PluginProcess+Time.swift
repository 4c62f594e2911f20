import LanguageServices
import Synchronization

extension PluginProcess {
    /// Ends the process when a request passes a limit.
    func watch(_ reply: PluginReply) async {
        while !Task.isCancelled {
            let now = clock.now
            let left: (time: Duration, error: ServiceError)
            if reply.id == 0 {
                let deadline = state.withLock { $0.startDeadline } ?? reply.begun + limits.start
                left = (
                    deadline - now, timedOut("was not ready within \(seconds(deadline - reply.begun))", "startSeconds")
                )
            } else {
                let counted = state.withLock { Self.countedTime($0, now) }
                let idle = limits.idle - (counted - reply.lastFrame)
                let whole = limits.request - (counted - reply.begun)
                left =
                    idle < whole
                    ? (idle, timedOut("said nothing for \(seconds(limits.idle))", "idleSeconds"))
                    : (whole, timedOut("did not finish a request within \(seconds(limits.request))", "requestSeconds"))
            }
            guard left.time > .zero else {
                end(with: left.error, only: reply.id)
                return
            }
            // While nothing is read the time stands still, and must not be asked for all the time.
            do { try await clock.sleep(for: max(left.time, .milliseconds(20))) } catch { return }
        }
    }

    /// A sign of life during the start.
    func extendStart(_ now: Duration) {
        state.withLock { state in
            guard !state.hasGreeted, let begun = state.running[0]?.begun else { return }
            let deadline = max(state.startDeadline ?? begun + limits.start, now + limits.startExtension)
            state.startDeadline = min(deadline, begun + max(limits.longestStart, limits.start))
        }
    }

    private func timedOut(_ what: String, _ name: String) -> ServiceError {
        ServiceError(
            .timedOut,
            "\(title) \(what)",
            provider: launch.provider,
            remedy: "'\(name)' of its manifest may allow more"
        )
    }

    private func seconds(_ duration: Duration) -> String {
        let (seconds, rest) = duration.components
        return rest == 0 ? "\(seconds) s" : "\(Double(seconds) + Double(rest) / 1e18) s"
    }
}
