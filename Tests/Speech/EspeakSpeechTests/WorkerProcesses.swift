import Platform

/// The forked children of this process.
enum WorkerProcesses {
    /// Whether the system shows them.
    static var canBeFound: Bool { access("/proc/self/stat", R_OK) == 0 }

    /// Kills each child that bears the workers' name.
    static func killAll() {
        guard let folder = opendir("/proc") else { return }
        defer { closedir(folder) }
        let own = getpid()
        while let entry = readdir(folder) {
            let text = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard let process = pid_t(text) else { continue }
            let child = status(process)
            if child.parent == own, child.name == "(parlance-espeak" { kill(process, SIGKILL) }
        }
    }

    /// The name and the parent of a process, from `/proc/PID/stat`: `12 (name) S 1 ...`.
    private static func status(_ process: pid_t) -> (name: String, parent: pid_t) {
        guard let file = fopen("/proc/\(process)/stat", "r") else { return ("", 0) }
        defer { fclose(file) }
        var buffer = [CChar](repeating: 0, count: 1024)
        guard fgets(&buffer, Int32(buffer.count), file) != nil else { return ("", 0) }
        let line = buffer.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        guard let open = line.firstIndex(of: "("), let close = line.lastIndex(of: ")") else { return ("", 0) }
        let fields = line[close...].split(separator: " ")
        return (String(line[open...close]), fields.count > 2 ? pid_t(fields[2]) ?? 0 : 0)
    }
}
