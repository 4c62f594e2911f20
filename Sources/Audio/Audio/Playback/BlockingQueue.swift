import Dispatch
import LanguageServices
import Platform

/// Runs C calls that may block, one after the other, on a thread that nobody else needs.
///
/// The threads of Swift's cooperative pool are few, and a call that waits for a sound server must not hold one.
struct BlockingQueue: Sendable {
    private let queue: DispatchQueue

    /// Makes a queue; `label` shows in a debugger.
    init(label: String) {
        queue = DispatchQueue(label: label)
    }

    /// Runs `body` after everything that was submitted before, and returns at once.
    func submit(_ body: @escaping @Sendable () -> Void) {
        queue.async(execute: body)
    }

    /// Runs `body` and fills `result` with what it gives, or with `lateError` when that takes longer than `limit`.
    ///
    /// A call that hangs in a C library cannot be ended from outside. It is left alone then: its thread stays blocked
    /// until the call returns or the process ends, and `discard` gets the value that nobody waits for any more.
    func run<Value: Sendable>(
        into result: OneShot<Value>,
        limit: Duration,
        lateError: ServiceError,
        _ body: @escaping @Sendable () -> Result<Value, ServiceError>,
        discard: @escaping @Sendable (Value) -> Void = { _ in }
    ) {
        queue.async {
            let outcome = body()
            if !result.fill(outcome), case .success(let value) = outcome { discard(value) }
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + limit.dispatchInterval) {
            result.fill(.failure(lateError))
        }
    }
}

extension Duration {
    /// The same length for Dispatch, in whole milliseconds, rounded up; at most about 24 days.
    var dispatchInterval: DispatchTimeInterval { .milliseconds(milliseconds) }

    /// Whole milliseconds, rounded up, 0…2,147,483,647.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        guard seconds < Int64(Int32.max) / 1000 else { return Int(Int32.max) }
        return Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
