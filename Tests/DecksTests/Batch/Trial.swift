import CSpawn
import ServiceConfiguration
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The log of the provider.
struct TrialLog {
    /// How often each text was asked for, and answered.
    private(set) var asked: [String: Int] = [:]
    private(set) var answered: [String: Int] = [:]

    /// How many bytes it has.
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
    enum End: Equatable { case killed, ended(Int32) }

    private let process: pid_t

    init(_ input: String, _ output: String, _ log: String) throws {
        let test = try #require(DataLocator.executablePath(), "the path of the running test is not known")
        let program = test.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/batch-trial"
        let arguments = [program, input, output, log]
        var list: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        defer { for entry in list { free(entry) } }
        list.append(nil)
        var process: pid_t = 0
        let failure = list.withUnsafeMutableBufferPointer { list -> Int32 in
            guard let base = list.baseAddress else { return EINVAL }
            return program.withCString { file in
                var request = cspawn_request(
                    program: file,
                    arguments: base,
                    environment: nil,
                    directory: nil,
                    standard_input: CSPAWN_NULL,
                    standard_output: CSPAWN_NULL,
                    standard_error: CSPAWN_INHERIT
                )
                return cspawn_start(&request, &process)
            }
        }
        try #require(failure == 0, "'\(program)' cannot be started; 'swift build' makes it")
        self.process = process
    }

    /// Waits until the provider has written so many bytes into its log, but not for ever.
    func wait(forLog log: String, toHave size: Int, atMost limit: Duration) async {
        await onThread {
            let start = ContinuousClock.now
            var status = stat()
            while stat(log, &status) != 0 || Int(status.st_size) < size, ContinuousClock.now - start < limit {
                usleep(500)
            }
        }
    }

    /// The exit code of the run.
    func wait() async -> Int32 {
        if case .ended(let code) = await end() { code } else { -1 }
    }

    /// Kills the process, which may have ended before.
    func kill() async -> End {
        _ = Self.signal(process, SIGKILL)
        return await end()
    }

    private func end() async -> End {
        await onThread { [process] in
            var status: Int32 = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
            return status & 0x7F == SIGKILL ? .killed : .ended(status >> 8 & 0xFF)
        }
    }

    private static func signal(_ process: pid_t, _ number: Int32) -> Int32 {
        #if canImport(Darwin)
        Darwin.kill(process, number)
        #elseif canImport(Musl)
        Musl.kill(process, number)
        #else
        Glibc.kill(process, number)
        #endif
    }
}
