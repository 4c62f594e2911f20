import LanguageServices
import Platform

/// A request under way: what the driver's thread writes, and a caller reads.
final class Transfer: HTTPBodySource {
    /// The number by which the driver knows it.
    let id: Int
    let request: OutgoingRequest
    let start: ContinuousClock.Instant

    private let driver: CurlDriver
    private let state = Locked(State())

    private struct State {
        var head: HTTPHead?
        var pieces: [[UInt8]] = []
        /// How many of the pieces have been given away.
        var taken = 0
        /// How many bytes are in the pieces that have not.
        var waiting = 0
        var isPaused = false
        var end: Result<Void, ServiceError>?
        var reader: CheckedContinuation<Void, Never>?
    }

    /// So many bytes wait for a reader before the server is made to wait.
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
                throw ServiceError(.protocolViolation, "the answer of \(request.host) has no head")
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
                // What had come before a task was cancelled is not handed out any more.
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

    /// Gives the request up; who waits gets the error now, whatever the network is doing.
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

    /// Takes the head of the answer.
    func receive(_ head: HTTPHead) {
        let reader = state.withLock { state in
            state.head = head
            return state.reader.take()
        }
        reader?.resume()
    }

    /// Takes a piece of the body.
    ///
    /// - Returns: Whether it was taken; when not, it has to come again after ``CurlDriver/resume(_:)``.
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

    /// Whether the reader makes the server wait.
    var isPaused: Bool { state.withLock { $0.isPaused } }

    /// Ends the transfer; what came first stays.
    func finish(_ result: Result<Void, ServiceError>) {
        let reader = state.withLock { state in
            if state.end == nil { state.end = result }
            return state.reader.take()
        }
        reader?.resume()
    }
}
