import LanguageServices
import Platform

/// A running request, shared by the driver's thread and the caller.
final class Transfer: HTTPBodySource {
    /// The number that identifies it to the driver.
    let id: Int
    let request: OutgoingRequest
    let start: ContinuousClock.Instant

    private let driver: CurlDriver
    private let state = Locked(State())

    private struct State {
        var head: HTTPHead?
        var pieces: [[UInt8]] = []
        /// The number of chunks that the reader has taken.
        var taken = 0
        /// The number of buffered bytes.
        var waiting = 0
        var isPaused = false
        var end: Result<Void, ServiceError>?
        var reader: CheckedContinuation<Void, Never>?
    }

    /// The buffer size in bytes at which the transfer is paused.
    static let capacity = 256 << 10

    init(id: Int, request: OutgoingRequest, start: ContinuousClock.Instant, driver: CurlDriver) {
        self.id = id
        self.request = request
        self.start = start
        self.driver = driver
    }

    deinit {
        if state.withLock({ $0.end == nil }) { driver.cancel(id) }
    }

    // MARK: The caller's side

    /// Waits for the head.
    func head() async throws -> HTTPHead {
        while true {
            let (head, end) = state.withLock { ($0.head, $0.end) }
            if let head { return head }
            switch end {
            case .failure(let error): throw error
            case .success:
                throw ServiceError(.protocolViolation, "the response from \(request.host) has no head")
            case nil: await wait { $0.head == nil && $0.end == nil }
            }
        }
    }

    func next() async throws -> [UInt8]? {
        while true {
            var resumes = false
            let (piece, end) = state.withLock { state -> ([UInt8]?, Result<Void, ServiceError>?) in
                guard state.taken < state.pieces.count else { return (nil, state.end) }
                let piece = state.pieces[state.taken]
                state.pieces[state.taken] = []
                state.taken += 1
                if state.taken == state.pieces.count {
                    state.pieces.removeAll(keepingCapacity: true)
                    state.taken = 0
                }
                state.waiting -= piece.count
                resumes = state.isPaused && state.waiting <= Self.capacity / 2
                if resumes { state.isPaused = false }
                // After a cancellation, buffered data is discarded.
                if case .failure(let error) = state.end, error.code == .cancelled { return (nil, state.end) }
                return (piece, nil)
            }
            if resumes { driver.resume(id) }
            if let piece { return piece }
            switch end {
            case .failure(let error): throw error
            case .success: return nil
            case nil: await wait { $0.taken >= $0.pieces.count && $0.end == nil }
            }
        }
    }

    /// Cancels the request; waiting callers get the error immediately, regardless of the network.
    func cancel() {
        finish(.failure(ServiceError.cancelled()))
        driver.cancel(id)
    }

    private func wait(while isEmpty: (State) -> Bool) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waits = state.withLock { state in
                    guard isEmpty(state) else { return false }
                    state.reader = continuation
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            cancel()
        }
    }

    // MARK: The driver's side

    /// Receives the response head.
    func receive(_ head: HTTPHead) {
        let reader = state.withLock { state in
            state.head = head
            return state.reader.take()
        }
        reader?.resume()
    }

    /// Receives a chunk of the body.
    ///
    /// - Returns: Whether the chunk was accepted; if not, it is delivered again after ``CurlDriver/resume(_:)``.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard !bytes.isEmpty else { return true }
        let (isTaken, reader) = state.withLock { state -> (Bool, CheckedContinuation<Void, Never>?) in
            guard state.end == nil else { return (true, nil) }
            guard state.waiting < Self.capacity else {
                state.isPaused = true
                return (false, nil)
            }
            state.pieces.append(Array(bytes))
            state.waiting += bytes.count
            return (true, state.reader.take())
        }
        reader?.resume()
        return isTaken
    }

    /// Whether the transfer is paused because the buffer is full.
    var isPaused: Bool { state.withLock { $0.isPaused } }

    /// Ends the transfer; buffered data remains readable.
    func finish(_ result: Result<Void, ServiceError>) {
        let reader = state.withLock { state in
            if state.end == nil { state.end = result }
            return state.reader.take()
        }
        reader?.resume()
    }
}
