#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A folder that is there as long as the benchmarks run.
struct TemporaryFolder {
    let path: String

    init?() {
        var template = Array("/tmp/parlance-bench-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return nil }
        path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    }

    func remove() {
        _ = try? RunningProgram.run(RunningProgram.find("rm"), ["-rf", path])
    }
}
