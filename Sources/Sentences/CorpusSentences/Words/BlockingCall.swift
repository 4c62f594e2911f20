import Dispatch
import LanguageServices
import Platform

/// Waits for something asynchronous on a thread that may block.
///
/// The thread must be none of those that run tasks, which would have nobody left to do the work; an index is built on a
/// thread of its own.
enum BlockingCall {
    static func result<Value: Sendable>(
        _ body: @escaping @Sendable () async throws(ServiceError) -> Value
    ) throws(ServiceError) -> Value {
        let box = Locked<Result<Value, ServiceError>?>(nil)
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            let result: Result<Value, ServiceError>
            do throws(ServiceError) { result = .success(try await body()) } catch { result = .failure(error) }
            box.withLock { $0 = result }
            done.signal()
        }
        done.wait()
        guard let result = box.withLock({ $0 }) else { throw ServiceError(.cancelled, "the request was cancelled") }
        return try result.get()
    }
}
