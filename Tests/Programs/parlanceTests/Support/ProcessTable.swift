import Platform
import TestSupport

/// What the system says of other processes; only on Linux, elsewhere nothing is running.
enum ProcessTable {
    /// The workers that a process has forked.
    static func children(of parent: Int32) -> [Int32] {
        TemporaryFolder.names(in: "/proc").compactMap { Int32($0) }.filter { process in
            status(process)["PPid"] == String(parent) && status(process)["Name"] == "parlance-espeak"
        }
    }

    /// The processes whose working folder is a folder, or those of them that have a name.
    static func processes(in folder: String, named name: String? = nil) -> [Int32] {
        TemporaryFolder.names(in: "/proc").compactMap { Int32($0) }.filter { process in
            guard name == nil || status(process)["Name"] == name else { return false }
            guard let place = realpath("/proc/\(process)/cwd", nil) else { return false }
            defer { free(place) }
            return String(cString: place) == folder
        }
    }

    /// The workers that are at it in a folder, whoever their parent is by now.
    static func workers(in folder: String) -> [Int32] {
        processes(in: folder, named: "parlance-espeak").filter(isRunning)
    }

    /// Whether a process is there and has not ended; one that has ended may wait long for its status to be taken.
    static func isRunning(_ process: Int32) -> Bool {
        guard let state = status(process)["State"] else { return false }
        return !state.hasPrefix("Z") && !state.hasPrefix("X")
    }

    /// Whether a signal does not simply end a process.
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
