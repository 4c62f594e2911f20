import Dispatch
import Platform
import Synchronization

/// The processes of a pipeline, which end together and are reaped together.
///
/// When one ends, those behind it find the end of their input, down to the last one; so a thread that waits for the last one
/// sees the end of any. Filters hold nothing that they would have to bring in order, so they are killed.
final class Children: Sendable {
    /// The process numbers.
    let identifiers: [Int32]

    private struct State {
        var isReaped = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Takes charge of processes that lead groups of their own.
    init(_ identifiers: [Int32]) {
        self.identifiers = identifiers
        guard let last = identifiers.last else {
            state.withLock { $0.isReaped = true }
            return
        }
        DispatchQueue(label: "parlance.apertium.wait").async { [self] in
            var information = siginfo_t()
            // Not reaped yet: until it is, the process number cannot belong to anybody else.
            while waitid(P_PID, id_t(last), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
            reap()
        }
    }

    /// Ends them; returns at once.
    func end() {
        state.withLock { state in
            guard !state.isReaped else { return }
            for identifier in identifiers { kill(-identifier, SIGKILL) }
        }
    }

    /// Waits until they are gone.
    func wait() async {
        await withCheckedContinuation { continuation in
            let isReaped = state.withLock { state in
                if !state.isReaped { state.waiters.append(continuation) }
                return state.isReaped
            }
            if isReaped { continuation.resume() }
        }
    }

    private func reap() {
        let waiters = state.withLock { state in
            for identifier in identifiers { kill(-identifier, SIGKILL) }
            for identifier in identifiers {
                var status: Int32 = 0
                while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
            }
            state.isReaped = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
