import Platform

/// How long fuzzing goes on: `PARLANCE_FUZZ_SECONDS`.
enum FuzzTime {
    static var seconds: Int { getenv("PARLANCE_FUZZ_SECONDS").flatMap { Int(String(cString: $0)) } ?? 0 }
}
