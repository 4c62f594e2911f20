import Platform

/// A folder that is there as long as the benchmarks run.
struct TemporaryFolder {
    let path: String

    init?() {
        // TMPDIR chooses the file system: one in memory measures the programs, one on a disk what users have.
        let place = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(place)/parlance-bench-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return nil }
        path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    }

    func remove() {
        _ = try? RunningProgram.run(RunningProgram.find("rm"), ["-rf", path])
    }
}
