import Dispatch
import LanguageServices
import Platform
import Synchronization

/// Reads a text line by line as it comes, from a file, a pipe or a keyboard.
///
/// The reading is done on a queue of its own, since it may have to wait for a person; a cancelled task is answered
/// within a fifth of a second.
final class LineReader: Sendable {
    /// A line as it stood in the file, without its end.
    struct Line: Sendable {
        /// Its number, from 1.
        var number: Int
        /// Its bytes.
        var bytes: [UInt8]
        /// Whether it ended with a carriage return, which is not among the bytes.
        var hasCarriageReturn = false
        /// Whether it was longer than ``LineReader/longestLine`` and its bytes have been left out.
        var isTooLong = false
    }

    private struct State {
        var pending: [UInt8] = []
        var position = 0
        /// Up to here there is no line end, so a long line is not searched again with every piece that comes.
        var searched = 0
        var lineNumber = 0
        var isAtEnd = false
        /// Whether what comes belongs to a line that is too long, and of which nothing is kept.
        var isSkipping = false
    }

    private let descriptor: Int32
    private let ownsDescriptor: Bool
    private let skipsLongLines: Bool
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "parlance.lines")

    /// What to call the text in an error: the file's name, or `standard input`.
    let name: String

    /// Opens a file; `-` is standard input.
    ///
    /// - Parameter skipsLongLines: Whether a line that is too long is passed over and said to be so, instead of ending
    ///   the reading.
    /// - Throws: ``CommandFailure`` when there is no such file, or it is a folder.
    init(path: String, standardInput: Int32, skipsLongLines: Bool = false) throws {
        self.skipsLongLines = skipsLongLines
        if path == "-" {
            (descriptor, ownsDescriptor, name) = (standardInput, false, "standard input")
            return
        }
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw CommandFailure(ServiceError(.io, "the name of the file to read is empty"), .noInput)
        }
        // A pipe that nobody writes to yet is waited for later, where the wait can be broken off.
        let opened = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard opened >= 0 else {
            throw CommandFailure(SystemFailure.error("cannot read", path, errno: errno), .noInput)
        }
        guard !Folder.exists(path) else {
            close(opened)
            throw CommandFailure(SystemFailure.error("cannot read", path, errno: EISDIR), .noInput)
        }
        (descriptor, ownsDescriptor, name) = (opened, true, path)
    }

    deinit {
        if ownsDescriptor { close(descriptor) }
    }

    /// The next line, or `nil` at the end.
    ///
    /// - Throws: `ServiceError`: `ServiceError.Code.io`, `ServiceError.Code.cancelled`, or
    ///   `ServiceError.Code.limitExceeded` for a line of more than 8 MiB.
    func next() async throws -> Line? {
        // Nearly every line is here already.
        if let line = takeLine() { return line }
        let isCancelled = AtomicFlag()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                queue.async { [self] in
                    continuation.resume(with: Result { try read(unless: isCancelled) })
                }
            }
        } onCancel: {
            isCancelled.set()
        }
    }

    /// Whether ``next()`` has a line to give without waiting for one.
    var hasWholeLine: Bool {
        state.withLock { state in
            let start = max(state.position, state.searched)
            guard !state.pending[start...].contains(UInt8(ascii: "\n")) else { return true }
            state.searched = state.pending.count
            return state.isAtEnd && (state.isSkipping || state.position < state.pending.count)
        }
    }

    /// Whether ``next()`` has a line to give, if need be after waiting a little for one.
    ///
    /// - Parameter patience: How long to wait at the most.
    /// - Throws: As ``next()``.
    func hasWholeLine(within patience: Duration) async throws -> Bool {
        if hasWholeLine { return true }
        return try await withCheckedThrowingContinuation { continuation in
            queue.async { [self] in
                continuation.resume(with: Result { try awaitWholeLine(within: patience) })
            }
        }
    }

    private func awaitWholeLine(within patience: Duration) throws -> Bool {
        let end = ContinuousClock.now + patience
        var buffer = [UInt8](repeating: 0, count: Self.pieceSize)
        while !hasWholeLine {
            let left = ContinuousClock.now.duration(to: end)
            if left <= .zero || state.withLock({ $0.isAtEnd }) { return false }
            let milliseconds = left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000
            guard isReadable(within: Int32(clamping: milliseconds + 1)) else { continue }
            try readPiece(&buffer)
        }
        return true
    }

    private func takeLine() -> Line? {
        state.withLock { state in
            let end: Int
            let start = max(state.position, state.searched)
            let feed = state.pending[start...].firstIndex(of: UInt8(ascii: "\n"))
            state.searched = feed ?? state.pending.count
            if let feed {
                end = feed
            } else if state.isAtEnd, state.isSkipping || state.position < state.pending.count {
                end = state.pending.count
            } else {
                return nil
            }
            var bytes = state.pending[state.position..<end]
            state.position = min(end + 1, state.pending.count)
            state.lineNumber += 1
            if state.isSkipping || skipsLongLines && bytes.count > Self.longestLine {
                state.isSkipping = false
                return Line(number: state.lineNumber, bytes: [], isTooLong: true)
            }
            let hasCarriageReturn = bytes.last == UInt8(ascii: "\r")
            if hasCarriageReturn { bytes.removeLast() }
            // The byte order mark that some editors put before the first line is no text.
            if state.lineNumber == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
            return Line(number: state.lineNumber, bytes: Array(bytes), hasCarriageReturn: hasCarriageReturn)
        }
    }

    private func read(unless isCancelled: AtomicFlag) throws -> Line? {
        var buffer = [UInt8](repeating: 0, count: Self.pieceSize)
        while true {
            if let line = takeLine() { return line }
            if state.withLock({ $0.isAtEnd }) { return nil }
            repeat {
                if isCancelled.isSet { throw ServiceError.cancelled() }
            } while !isReadable(within: 200)
            try readPiece(&buffer)
        }
    }

    /// Reads what is there, or finds that there will be no more.
    private func readPiece(_ buffer: inout [UInt8]) throws {
        let count = Platform.read(descriptor, &buffer, buffer.count)
        if count < 0 {
            if errno == EINTR || errno == EAGAIN { return }
            throw SystemFailure.error("cannot read", name, errno: errno)
        }
        try state.withLock { state in
            state.pending.removeSubrange(..<state.position)
            state.searched -= state.position
            state.position = 0
            state.pending.append(contentsOf: buffer[..<count])
            state.isAtEnd = count == 0
            guard state.isSkipping || state.pending.count > Self.longestLine + buffer.count else { return }
            guard skipsLongLines else {
                throw ServiceError(
                    .limitExceeded,
                    "\(name):\(state.lineNumber + 1): the line is longer than \(Self.longestLine >> 20) MiB"
                )
            }
            state.isSkipping = true
            let end = state.pending[state.searched...].firstIndex(of: UInt8(ascii: "\n")) ?? state.pending.count
            state.pending.removeSubrange(..<end)
            state.searched = 0
        }
    }

    /// Waits until there is something to read, or the end; `false` when there is nothing yet.
    private func isReadable(within milliseconds: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let ready = poll(&request, 1, milliseconds)
        return ready > 0 || ready < 0 && errno != EINTR
    }

    /// How many bytes a line may have.
    static let longestLine = 8 << 20

    private static let pieceSize = 1 << 16
}
