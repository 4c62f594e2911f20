import CSpawn
import Platform

/// Why a benchmark or a survey could not run.
struct BenchmarkFailure: Error, CustomStringConvertible {
    let description: String

    /// The exit code of the program.
    var exitCode: Int32 = 69
}

/// Starts programs and waits for them to exit.
enum RunningProgram {
    /// The path of a program, found through PATH.
    static func find(_ name: String) throws -> String {
        guard let path = getenv("PATH") else { throw BenchmarkFailure(description: "PATH is not set") }
        var buffer = [CChar](repeating: 0, count: 4096)
        guard cspawn_find_program(name, path, &buffer, buffer.count) == 0 else {
            throw BenchmarkFailure(description: "'\(name)' is not installed")
        }
        return buffer.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    }

    /// The `parlance` program from the same build.
    static func parlance() throws -> String {
        guard let own = CommandLine.arguments.first, let slash = own.lastIndex(of: "/") else {
            return try find("parlance")
        }
        return own[..<slash] + "/parlance"
    }

    /// This program.
    static func own() throws -> String {
        guard let own = CommandLine.arguments.first, own.contains("/") else { return try find("parlance-bench") }
        return own
    }

    /// Runs a program until it exits, with no input. Output is discarded; in quiet mode, so is error output.
    ///
    /// - Returns: How long it ran.
    @discardableResult
    static func run(_ program: String, _ arguments: [String], isQuiet: Bool = false) throws -> Duration {
        let start = ContinuousClock.now
        let process = try started(program, arguments, isQuiet: isQuiet)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        guard status == 0 else { throw BenchmarkFailure(description: "'\(program)' failed with status \(status)") }
        return ContinuousClock.now - start
    }

    /// Starts a program without waiting for it.
    static func started(_ program: String, _ arguments: [String], isQuiet: Bool) throws -> pid_t {
        var list: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
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
                    standard_error: isQuiet ? CSPAWN_NULL : CSPAWN_INHERIT
                )
                return cspawn_start(&request, &process)
            }
        }
        guard failure == 0 else { throw BenchmarkFailure(description: "cannot start '\(program)': \(failure)") }
        return process
    }
}
