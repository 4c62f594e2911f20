/// Keeps SIGPIPE from ending the process while this thread writes to a pipe whose reader may be gone.
///
/// The signal is blocked for this thread only, so the host program's own handling of it stays as it is. A signal that
/// arose in the meantime is taken away before the block is lifted; the write has reported `EPIPE` already.
struct BrokenPipeGuard {
    private var previous = sigset_t()
    private let wasPending: Bool

    /// Blocks the signal; the same thread must call ``lift()``, with no suspension in between.
    init() {
        wasPending = Self.isPending()
        var set = Self.brokenPipe()
        pthread_sigmask(SIG_BLOCK, &set, &previous)
    }

    /// Takes a signal away that arose since, and lifts the block unless somebody else had set it.
    func lift() {
        if !wasPending, Self.isPending() {
            var set = Self.brokenPipe()
            var signal: Int32 = 0
            sigwait(&set, &signal)
        }
        var mask = previous
        pthread_sigmask(SIG_SETMASK, &mask, nil)
    }

    private static func brokenPipe() -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGPIPE)
        return set
    }

    private static func isPending() -> Bool {
        var pending = sigset_t()
        sigpending(&pending)
        return sigismember(&pending, SIGPIPE) == 1
    }
}
