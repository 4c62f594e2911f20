import Platform

/// A Python with packages that the system has not, named by a variable of the environment.
enum ServerPython {
    /// Its path; `nil` when the variable is not set.
    static func named(_ variable: String) -> String? {
        getenv(variable).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
