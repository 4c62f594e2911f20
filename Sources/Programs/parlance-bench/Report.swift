import Platform

/// Formats and prints the results.
enum Report {
    static func title(_ text: String) {
        print("\n\(text)")
    }

    /// Prints a measurement: its name, its duration, and the rate per second.
    static func line(_ what: String, _ duration: Duration, count: Int, unit: String) {
        let seconds = duration / .seconds(1)
        let rate = seconds > 0 ? Int(Double(count) / seconds) : 0
        print("  \(padded(what, 44)) \(fixed(seconds, seconds < 0.01 ? 6 : 3)) s   \(rate) \(unit)/s")
    }

    /// Prints how many times longer the second measurement took than the first.
    static func ratio(_ what: String, _ fast: Duration, _ slow: Duration, goal: String) {
        print("  \(padded(what, 44)) \(fixed(slow / fast, 1)) times   (goal: \(goal))")
    }

    /// Measures a block and prints the result.
    @discardableResult
    static func measure(
        _ what: String,
        count: Int,
        unit: String,
        _ body: () throws -> Void
    ) rethrows -> Duration {
        let duration = try ContinuousClock().measure(body)
        line(what, duration, count: count, unit: unit)
        return duration
    }

    /// The time of the fastest of several rounds, because other processes can only slow a round down.
    static func best(of rounds: Int, _ body: () throws -> Void) rethrows -> Duration {
        try (0..<rounds).map { _ in try ContinuousClock().measure(body) }.min() ?? .zero
    }

    /// Prints additional information.
    static func note(_ text: String) {
        print("  \(text)")
    }

    /// Reports a measurement that is not possible on this machine.
    static func skipped(_ what: String, _ reason: String) {
        print("  \(what): skipped, \(reason)")
    }

    static func fail(_ message: String) {
        let line = Array("parlance-bench: \(message)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    static func fixed(_ number: Double, _ digits: Int) -> String {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let whole = Int((number * scale).rounded())
        let fraction = String(whole % Int(scale))
        return "\(whole / Int(scale)).\(String(repeating: "0", count: digits - fraction.count))\(fraction)"
    }
}

/// The resident memory of this process, in KiB.
struct Memory {
    /// Private memory.
    var anonymous = 0
    /// Memory mapped from files and shared with other processes.
    var mapped = 0
    /// The peak of the sum since the process started.
    var peak = 0

    /// Reads the values from the system; 0 if they are not available.
    static func resident() -> Memory {
        var memory = Memory()
        guard let bytes = try? WholeFile.read("/proc/self/status", limit: 1 << 16) else { return memory }
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let parts = line.split { $0 == " " || $0 == "\t" }
            guard parts.count == 3, let number = Int(parts[1]) else { continue }
            if parts[0] == "RssAnon:" { memory.anonymous = number }
            if parts[0] == "RssFile:" { memory.mapped = number }
            if parts[0] == "VmHWM:" { memory.peak = number }
        }
        return memory
    }
}

/// A folder that exists while the benchmarks run.
struct TemporaryFolder {
    let path: String

    init() throws {
        // TMPDIR selects the file system: an in-memory one measures the programs, and one on a disk measures what users
        // experience.
        let place = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(place)/parlance-bench-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw BenchmarkFailure(description: "cannot create a temporary folder", exitCode: 73)
        }
        path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    }

    func remove() {
        _ = try? RunningProgram.run(RunningProgram.find("rm"), ["-rf", path])
    }
}

/// Reads the lines of a file for a survey.
enum TextLines {
    /// - Parameter origin: The origin of the file, for the error message.
    static func of(_ path: String, from origin: String = "") throws -> [Substring] {
        guard let bytes = try? WholeFile.read(path, limit: 1 << 28) else {
            throw BenchmarkFailure(description: "cannot read \(path)\(origin)", exitCode: 1)
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }

    /// Where to find WordNet's files.
    static let ofWordNet = "; it is in the package wordnet-base"
}
