import Platform

/// The dictionary server dictd, with the same dictionary: it reads all requests at once from a file, which is faster than
/// any network, and writes its answers to another.
struct DictdPeer {
    let folder: String
    private let program: String

    /// Finds the program; `nil` when it is not installed.
    init?(folder: String) {
        self.folder = folder
        let found = (try? RunningProgram.find("dictd")) ?? "/usr/sbin/dictd"
        guard WholeFile.exists(found) else { return nil }
        program = found
    }

    /// The time for some words, without that for the start of the server.
    ///
    /// - Parameters:
    ///   - stem: The dictionary, without its ending.
    ///   - words: Any words; those of which some are missing are answered as well.
    func time(for words: [String], stem: String) throws -> Duration {
        let configuration = "database peer {\n data \"\(stem).dict.dz\"\n index \"\(stem).index\"\n}\n"
        try AtomicFile.write(Array(configuration.utf8), to: folder + "/dictd.conf")
        // Started by root it becomes another user, who has to reach its configuration.
        chmod(folder, 0o711)
        chmod(folder + "/dictd.conf", 0o644)
        try write([], to: "none")
        try write(words, to: "all")
        var start = Duration.seconds(3600)
        var all = start
        for _ in 0..<3 {
            start = min(start, try ask("none"))
            all = min(all, try ask("all"))
        }
        let answers = try WholeFile.read(folder + "/all.answers", limit: 1 << 30)
        guard answers.count > words.count * 20 else {
            throw BenchmarkFailure(description: "dictd does not answer")
        }
        return all - start
    }

    private func write(_ words: [String], to name: String) throws {
        let lines = words.filter { !$0.contains("\"") }.map { "DEFINE peer \"\($0)\"\r\n" }
        let text = "CLIENT parlance-bench\r\n" + lines.joined() + "QUIT\r\n"
        try AtomicFile.write(Array(text.utf8), to: "\(folder)/\(name).requests")
    }

    private func ask(_ name: String) throws -> Duration {
        // `-i` is how inetd starts it: the requests come from the standard input.
        let script = "exec \"$0\" -i -c \"$1/dictd.conf\" < \"$1/$2.requests\" > \"$1/$2.answers\""
        return try ContinuousClock().measure {
            try RunningProgram.run("/bin/sh", ["-c", script, program, folder, name])
        }
    }
}
