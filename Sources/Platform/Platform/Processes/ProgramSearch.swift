import CSpawn

/// Finds programs by name, as a shell would, but never in the working directory.
package enum ProgramSearch {
    /// The value of PATH, or the system's usual folders when it is not set.
    package static var systemPath: String {
        guard let path = getenv("PATH"), path.pointee != 0 else { return "/usr/local/bin:/usr/bin:/bin" }
        return String(cString: path)
    }

    /// The absolute path of a program; nil when there is none that this user may execute.
    ///
    /// - Parameters:
    ///   - name: The program's name, without a slash.
    ///   - path: Folders between colons. Empty and relative entries are passed over.
    package static func find(_ name: String, in path: String) -> String? {
        guard !name.utf8.contains(0), !path.utf8.contains(0) else { return nil }
        var result = [CChar](repeating: 0, count: Int(PATH_MAX))
        guard cspawn_find_program(name, path, &result, result.count) == 0 else { return nil }
        return String(decoding: result.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The path of the running program, without symbolic links; nil when the system does not tell it.
    package static var runningProgram: String? {
        #if canImport(Darwin)
        var size: UInt32 = 0
        _ = _NSGetExecutablePath(nil, &size)
        var path = [CChar](repeating: 0, count: Int(size) + 1)
        guard _NSGetExecutablePath(&path, &size) == 0 else { return nil }
        return path.withUnsafeBufferPointer { $0.baseAddress.flatMap { resolved(String(cString: $0)) } }
        #else
        return resolved("/proc/self/exe")
        #endif
    }

    /// A path without symbolic links; nil when nothing is there.
    package static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
