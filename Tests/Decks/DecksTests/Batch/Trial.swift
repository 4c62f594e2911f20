import Platform
import ServiceConfiguration
import TestSupport
import Testing

/// The provider's log.
struct TrialLog {
    /// How often each text was requested and answered.
    private(set) var asked: [String: Int] = [:]
    private(set) var answered: [String: Int] = [:]

    /// The size of the log in bytes.
    let size: Int

    init(_ path: String) {
        let bytes = contents(path) ?? []
        size = bytes.count
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let text = String(line.dropFirst())
            if line.first == "?" { asked[text, default: 0] += 1 } else { answered[text, default: 0] += 1 }
        }
    }

    func asked(since before: TrialLog) -> Set<String> { Self.more(asked, before.asked) }
    func answered(since before: TrialLog) -> Set<String> { Self.more(answered, before.answered) }

    private static func more(_ now: [String: Int], _ before: [String: Int]) -> Set<String> {
        Set(now.filter { $0.value > before[$0.key, default: 0] }.keys)
    }
}

/// A run of `batch-trial`.
struct Trial {
    private let process: ChildProcess

    init(_ input: String, _ output: String, _ log: String) throws {
        let test = try #require(DataLocator.executablePath(), "the path of the running test is unknown")
        let program = test.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/batch-trial"
        process = try ChildProcess.start(ChildRequest(program: program, arguments: [input, output, log]))
    }

    /// Waits, up to a time limit, until the provider's log has reached a size.
    func wait(forLog log: String, toHave size: Int, atMost limit: Duration) async {
        await onThread {
            let start = ContinuousClock.now
            var status = stat()
            while stat(log, &status) != 0 || Int(status.st_size) < size, ContinuousClock.now - start < limit {
                usleep(500)
            }
        }
    }

    /// Waits for the process to exit by itself.
    func wait() async -> ExitReport.Ending { await process.wait().ending }

    /// Kills the process, which may already have exited.
    func kill() async -> ExitReport.Ending {
        _ = Platform.kill(process.identifier, SIGKILL)
        return await wait()
    }
}
