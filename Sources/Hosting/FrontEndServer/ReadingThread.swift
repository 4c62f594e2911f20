import Dispatch

/// Where a conversation is held: on a queue of its own, which may block until the client says something. What is read is worked on where it
/// was read, without waking another thread for it.
final class ReadingThread: SerialExecutor {
    private let queue = DispatchQueue(label: "parlance.front-end.read")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
