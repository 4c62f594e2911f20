import Dispatch
import Synchronization

/// Threads that write files, so that the tasks, which are few at a time, do not wait for the disk.
package final class FileWriters: Sendable {
    // Serial queues, since each of them has a thread of its own; the concurrent ones of a process share a few, and what
    // waits for a child would keep what waits for the disk from running.
    private let queues: [DispatchQueue]
    private let calls = Atomic<UInt>(0)

    /// Makes `count` threads, which are started when there is work.
    package init(count: Int = 4) {
        queues = (0..<max(1, count)).map { DispatchQueue(label: "parlance.files.\($0)") }
    }

    /// Runs `body` on one of the threads.
    package func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        let call = calls.wrappingAdd(1, ordering: .relaxed).oldValue
        return try await withCheckedThrowingContinuation { continuation in
            queues[Int(call % UInt(queues.count))].async {
                continuation.resume(with: Result { try body() })
            }
        }
    }
}
