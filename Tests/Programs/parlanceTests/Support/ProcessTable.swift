import Platform
import TestSupport

/// Information about other processes; on systems other than Linux, the lists are empty.
enum ProcessTable {
    /// The workers that a process has forked.
    static func children(of parent: Int32) -> [Int32] {
        TemporaryFolder.names(in: "/proc").compactMap { Int32($0) }.filter { process in
            status(process)["PPid"] == String(parent) && status(process)["Name"] == "parlance-espeak"
        }
    }

    /// The processes with a given working folder, optionally only those with a given name.
    static func processes(in folder: String, named name: String? = nil) -> [Int32] {
        TemporaryFolder.names(in: "/proc").compactMap { Int32($0) }.filter { process in
            guard name == nil || status(process)["Name"] == name else { return false }
            guard let place = realpath("/proc/\(process)/cwd", nil) else { return false }
            defer { free(place) }
            return String(cString: place) == folder
        }
    }

    /// The workers active in a folder, whatever their current parent is.
    static func workers(in folder: String) -> [Int32] {
        processes(in: folder, named: "parlance-espeak").filter(isRunning)
    }

    /// Whether a process exists and has not exited; a zombie may remain until its status is collected.
    static func isRunning(_ process: Int32) -> Bool {
        guard let state = status(process)["State"] else { return false }
        return !state.hasPrefix("Z") && !state.hasPrefix("X")
    }

    /// Whether a process handles a signal instead of being ended by it.
    static func catches(_ number: Int32, _ process: Int32) -> Bool {
        let status = status(process)
        return ["SigIgn", "SigCgt"].contains { key in
            UInt64(status[key] ?? "", radix: 16).map { $0 >> UInt64(number - 1) & 1 == 1 } ?? false
        }
    }

    private static func status(_ process: Int32) -> [String: String] {
        guard let bytes = contents("/proc/\(process)/status") else { return [:] }
        var fields: [String: String] = [:]
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { fields[String(parts[0])] = String(parts[1].drop { $0 == "\t" || $0 == " " }) }
        }
        return fields
    }
}
