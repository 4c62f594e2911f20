import Platform

/// The memory of this process that is resident, in KiB.
struct Memory {
    /// What is its own.
    var anonymous = 0
    /// What is mapped from files, and shared with others.
    var mapped = 0
    /// The most of both at a time, since the process began.
    var peak = 0

    /// Asks the system; 0 where it has no such answer.
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
