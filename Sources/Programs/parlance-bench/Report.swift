import Platform

/// What the benchmarks print.
enum Report {
    static func title(_ text: String) {
        print("\n\(text)")
    }

    /// A measured line: what, how long, and how many a second.
    static func line(_ what: String, _ duration: Duration, count: Int, unit: String) {
        let seconds = duration / .seconds(1)
        let rate = seconds > 0 ? Int(Double(count) / seconds) : 0
        print("  \(padded(what, 44)) \(fixed(seconds, seconds < 0.01 ? 6 : 3)) s   \(rate) \(unit)/s")
    }

    /// How many times the second took longer than the first.
    static func ratio(_ what: String, _ fast: Duration, _ slow: Duration, goal: String) {
        print("  \(padded(what, 44)) \(fixed(slow / fast, 1)) times   (goal: \(goal))")
    }

    /// Something else that is worth knowing.
    static func note(_ text: String) {
        print("  \(text)")
    }

    /// A measurement that cannot be made here.
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
