import Platform

/// How long fuzzing goes on, and where it begins: `PARLANCE_FUZZ_SECONDS`, `PARLANCE_FUZZ_SEED`.
enum Fuzzing {
    static var seed: UInt64 { variable("PARLANCE_FUZZ_SEED").flatMap { UInt64($0) } ?? 1 }

    /// Repeats `body`: 3,000 times, or for the time that is set.
    static func run(_ body: () throws -> Void) rethrows {
        guard let seconds = variable("PARLANCE_FUZZ_SECONDS").flatMap({ Int($0) }) else {
            for _ in 0..<3000 { try body() }
            return
        }
        let clock = ContinuousClock()
        let end = clock.now + .seconds(seconds)
        while clock.now < end { try body() }
    }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
