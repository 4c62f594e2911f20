import CSpawn
import LanguageServices
import Platform

/// Sends texts through a running pipeline and takes the answers.
///
/// Each text ends with a NUL, and so does each answer; all are sent at once, since the programs work side by side. Each text
/// has its number in brackets at its end, and so has its answer: what does not have it is the answer to something else.
struct Exchange {
    /// How it ended.
    enum Ending: Equatable {
        /// There is an answer to each text.
        case complete
        /// The programs have ended.
        case broken
        /// Nothing came for too long.
        case stalled
        /// The answers do not fit the texts.
        case confused
        /// Nobody waits for the answers any more.
        case cancelled
    }

    /// The longest time in which nothing comes.
    let patience: Duration

    /// Whether the answers are not wanted any more.
    let isCancelled: () -> Bool

    /// Sends texts; blocks until all answers are there or none will come.
    ///
    /// - Returns: The answers, as far as they came, and how it ended. Unless that is `complete`, the pipeline is of no use
    ///   any more.
    func run(_ texts: ArraySlice<String>, through pipeline: RunningPipeline) -> ([String], Ending) {
        var bytes: [UInt8] = []
        for (number, text) in texts.enumerated() {
            bytes += text.utf8
            bytes += "[s\(number)]\0".utf8
        }
        var sent = 0
        var answers: [String] = []
        var partial: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let clock = ContinuousClock()
        var last = clock.now
        while answers.count < texts.count {
            if isCancelled() { return (answers, .cancelled) }
            var wanted = [
                pollfd(fd: pipeline.output, events: Int16(POLLIN), revents: 0),
                pollfd(fd: sent < bytes.count ? pipeline.input : -1, events: Int16(POLLOUT), revents: 0),
            ]
            // Looks up now and then, so that who gives up does not wait long.
            let count = poll(&wanted, nfds_t(wanted.count), 20)
            if count < 0, errno != EINTR { return (answers, .broken) }
            if clock.now - last > patience { return (answers, .stalled) }
            if wanted[1].revents != 0 {
                var done = 0
                let failure = bytes.withUnsafeBytes { bytes -> Int32 in
                    let rest = UnsafeRawBufferPointer(rebasing: bytes[sent...])
                    return rest.baseAddress.map { cspawn_send(pipeline.input, $0, rest.count, &done) } ?? 0
                }
                sent += done
                if done > 0 { last = clock.now }
                if failure != 0, failure != EAGAIN, failure != EWOULDBLOCK { return (answers, .broken) }
            }
            guard wanted[0].revents != 0 else { continue }
            let got = read(pipeline.output, &buffer, buffer.count)
            if got == 0 { return (answers, .broken) }
            if got < 0 {
                if errno == EAGAIN || errno == EINTR || errno == EWOULDBLOCK { continue }
                return (answers, .broken)
            }
            last = clock.now
            for byte in buffer[..<got] {
                guard byte == 0 else {
                    partial.append(byte)
                    continue
                }
                let text = String(decoding: partial, as: UTF8.self)
                let end = "[s\(answers.count)]"
                guard answers.count < texts.count, text.hasSuffix(end) else { return (answers, .confused) }
                answers.append(String(text.dropLast(end.count)))
                partial = []
            }
        }
        return (answers, partial.isEmpty && sent == bytes.count ? .complete : .confused)
    }
}
