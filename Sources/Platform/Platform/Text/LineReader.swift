import Dispatch
package import LanguageServices
import Synchronization

/// Reads lines as they arrive, from a file, a pipe or a terminal.
///
/// Reading uses its own queue, since it may wait for user input. It responds to cancellation within 0.2 seconds.
package final class LineReader: Sendable {
    /// A line without its line ending.
    package struct Line: Sendable, Hashable {
        /// The line number, counted from 1.
        package var number: Int
        /// Its bytes.
        package var bytes: [UInt8]
        /// Whether the line ended with a carriage return, which is not part of the bytes.
        package var hasCarriageReturn = false
        /// Whether the line exceeded ``LineReader/maximumLineLength``, in which case its bytes were dropped.
        package var isTooLong = false

        /// Creates a line.
        package init(number: Int, bytes: [UInt8], hasCarriageReturn: Bool = false, isTooLong: Bool = false) {
            self.number = number
            self.bytes = bytes
            self.hasCarriageReturn = hasCarriageReturn
            self.isTooLong = isTooLong
        }
    }

    private struct State {
        var pending: [UInt8] = []
        var position = 0
        /// There is no line ending before this offset, so a long line is not searched again for every new chunk.
        var searched = 0
        var lineNumber = 0
        var isAtEnd = false
        /// Whether the following bytes belong to a line that is too long and is being dropped.
        var isSkipping = false
    }

    private let descriptor: Int32
    private let ownsDescriptor: Bool
    private let skipsLongLines: Bool
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "parlance.lines")

    /// The name used in errors: the file's name, or `standard input`.
    package let name: String

    /// Opens a file; `-` is standard input.
    ///
    /// - Parameter skipsLongLines: Whether to skip a line that is too long and set ``Line/isTooLong``, instead of
    ///   throwing.
    /// - Throws: `ServiceError.Code.io` if the file does not exist or is a folder.
    package init(path: String, standardInput: Int32, skipsLongLines: Bool = false) throws(ServiceError) {
        self.skipsLongLines = skipsLongLines
        if path == "-" {
            (descriptor, ownsDescriptor, name) = (standardInput, false, "standard input")
            return
        }
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw ServiceError(.io, "the input file name is empty")
        }
        // Opening must not wait for the writer of a pipe; subsequent waits can be cancelled.
        let opened = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard opened >= 0 else {
            throw SystemFailure.error("cannot read", path, errno: errno)
        }
        guard !Folder.exists(path) else {
            close(opened)
            throw SystemFailure.error("cannot read", path, errno: EISDIR)
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
    package func next() async throws -> Line? {
        // Fast path: most lines are already in the buffer.
        if let line = takeLine() { return line }
        let isCancelled = AtomicFlag()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                queue.async { [self] in
                    continuation.resume(with: Result { try nextLine(unless: isCancelled) })
                }
            }
        } onCancel: {
            isCancelled.set()
        }
    }

    /// Whether ``next()`` can return a line without waiting.
    package var hasCompleteLine: Bool {
        state.withLock { state in
            let start = max(state.position, state.searched)
            guard !state.pending[start...].contains(UInt8(ascii: "\n")) else { return true }
            state.searched = state.pending.count
            return state.isAtEnd && (state.isSkipping || state.position < state.pending.count)
        }
    }

    /// Whether ``next()`` can return a line, after waiting for at most `timeout`.
    ///
    /// - Parameter timeout: The maximum time to wait.
    /// - Throws: The errors thrown by ``next()``.
    package func hasCompleteLine(within timeout: Duration) async throws -> Bool {
        if hasCompleteLine { return true }
        return try await withCheckedThrowingContinuation { continuation in
            queue.async { [self] in
                continuation.resume(with: Result { try waitForCompleteLine(within: timeout) })
            }
        }
    }

    private func waitForCompleteLine(within timeout: Duration) throws -> Bool {
        let end = ContinuousClock.now + timeout
        var buffer = [UInt8](repeating: 0, count: Self.pieceSize)
        while !hasCompleteLine {
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
            if state.isSkipping || skipsLongLines && bytes.count > Self.maximumLineLength {
                state.isSkipping = false
                return Line(number: state.lineNumber, bytes: [], isTooLong: true)
            }
            let hasCarriageReturn = bytes.last == UInt8(ascii: "\r")
            if hasCarriageReturn { bytes.removeLast() }
            // Some editors write a byte order mark before the first line.
            if state.lineNumber == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
            return Line(number: state.lineNumber, bytes: Array(bytes), hasCarriageReturn: hasCarriageReturn)
        }
    }

    private func nextLine(unless isCancelled: AtomicFlag) throws -> Line? {
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

    /// Reads the available bytes, or detects the end of input.
    private func readPiece(_ buffer: inout [UInt8]) throws {
        let count = read(descriptor, &buffer, buffer.count)
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
            guard state.isSkipping || state.pending.count > Self.maximumLineLength + buffer.count else { return }
            guard skipsLongLines else {
                throw ServiceError(
                    .limitExceeded,
                    "\(name):\(state.lineNumber + 1): the line is longer than \(Self.maximumLineLength >> 20) MiB"
                )
            }
            state.isSkipping = true
            let end = state.pending[state.searched...].firstIndex(of: UInt8(ascii: "\n")) ?? state.pending.count
            state.pending.removeSubrange(..<end)
            state.searched = 0
        }
    }

    /// Waits for data or the end of input; returns `false` if neither arrives in time.
    private func isReadable(within milliseconds: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let ready = poll(&request, 1, milliseconds)
        return ready > 0 || ready < 0 && errno != EINTR
    }

    /// The maximum length of a line, in bytes.
    package static let maximumLineLength = 8 << 20

    private static let pieceSize = 1 << 16
}

/// The first byte of a text that is not valid UTF-8.
package struct InvalidByte {
    /// Its offset, counted from 0.
    package let offset: Int

    private let byte: UInt8

    /// Finds the byte in a text that is known to be invalid UTF-8.
    package init(in bytes: [UInt8]) {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var valid = 0
        while case .scalarValue(let scalar) = decoder.decode(&iterator) { valid += UTF8.width(scalar) }
        offset = min(valid, max(0, bytes.count - 1))
        byte = bytes.dropFirst(offset).first ?? 0
    }

    /// The error message.
    package var complaint: String { "the byte 0x\(String(byte, radix: 16)) is not valid UTF-8" }
}

/// Counts lines in advance to allow progress to be shown.
enum LineCount {
    /// The number of non-empty lines in a file; `nil` if it is not a regular file or is too large to be read twice.
    static func nonEmptyLines(of path: String) -> Int? {
        var status = stat()
        // A pipe must not be opened, since its writer would mistake this process for its reader.
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size < largest else { return nil }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var count = 0
        var isEmpty = true
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let length = read(descriptor, &buffer, buffer.count)
            guard length > 0 else { return length == 0 ? count + (isEmpty ? 0 : 1) : nil }
            for byte in buffer[..<length] {
                switch byte {
                case UInt8(ascii: "\n"):
                    count += isEmpty ? 0 : 1
                    isEmpty = true
                case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
                default: isEmpty = false
                }
            }
        }
    }

    private static let largest = 1 << 28
}
