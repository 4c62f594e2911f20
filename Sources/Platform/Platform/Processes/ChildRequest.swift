import CSpawn
package import LanguageServices

/// A program to start as a child process.
package struct ChildRequest: Sendable {
    /// The source or destination of a standard stream.
    package enum Stream: Sendable, Hashable {
        /// `/dev/null`.
        case null
        /// The corresponding stream of this process.
        case inherit
        /// An open descriptor of this process; it is not closed.
        case descriptor(Int32)
    }

    /// The path of the program. It must contain a slash; see ``ProgramSearch``.
    package var program: String
    /// The arguments after the program's name; no shell interprets them.
    package var arguments: [String]
    /// The environment as `NAME=value` strings; `nil` inherits this process's environment.
    package var environment: [String]?
    /// The working directory; `nil` inherits this process's directory.
    package var directory: String?
    /// The source of the standard input.
    package var standardInput: Stream
    /// The destination of the standard output.
    package var standardOutput: Stream
    /// The maximum private memory of the child and of each process that it starts, in bytes; `nil` for no limit. The
    /// limit is ignored on systems that cannot limit another process.
    package var memory: Int?

    /// Whether this system enforces ``memory``.
    package static var limitsMemory: Bool { cspawn_limits_memory() != 0 }

    /// Creates a request; by default, input and output are `/dev/null`.
    package init(
        program: String,
        arguments: [String] = [],
        environment: [String]? = nil,
        directory: String? = nil,
        standardInput: Stream = .null,
        standardOutput: Stream = .null,
        memory: Int? = nil
    ) {
        self.program = program
        self.arguments = arguments
        self.environment = environment
        self.directory = directory
        self.standardInput = standardInput
        self.standardOutput = standardOutput
        self.memory = memory
    }

    /// Starts the program with `descriptor` as its standard error, for a caller that reaps the process itself. Other
    /// callers use ``ChildProcess``.
    ///
    /// - Parameter descriptor: A descriptor of this process, or `CSPAWN_NULL`.
    /// - Returns: The process id.
    /// - Throws: `ServiceError.Code.invalidRequest` for a string with a NUL byte, `ServiceError.Code.io` if the system
    ///   cannot start the program.
    package func start(standardError descriptor: Int32) throws(ServiceError) -> Int32 {
        let texts = [program] + arguments + (environment ?? []) + [directory].compactMap { $0 }
        guard !texts.contains(where: { $0.utf8.contains(0) }) else {
            throw ServiceError(
                .invalidRequest,
                "cannot start \(SystemFailure.quoted(program)): an argument contains a NUL byte"
            )
        }
        var identifier: Int32 = 0
        let failure = Self.withCStrings([program] + arguments) { arguments in
            Self.withCStrings(environment ?? []) { environment in
                program.withCString { program in
                    Self.withCString(directory) { directory in
                        var request = cspawn_request(
                            program: program,
                            arguments: arguments,
                            environment: self.environment == nil ? nil : environment,
                            directory: directory,
                            standard_input: Self.number(standardInput),
                            standard_output: Self.number(standardOutput),
                            standard_error: descriptor
                        )
                        return cspawn_start(&request, &identifier)
                    }
                }
            }
        }
        guard failure == 0 else { throw SystemFailure.error("cannot start", program, errno: failure) }
        // It is early enough to set the limit here: the child has just started and has allocated little memory.
        if let memory { _ = cspawn_limit_memory(identifier, UInt64(max(0, memory))) }
        return identifier
    }

    private static func number(_ stream: Stream) -> Int32 {
        switch stream {
        case .null: CSPAWN_NULL
        case .inherit: CSPAWN_INHERIT
        case .descriptor(let number): number
        }
    }

    private static func withCString<Result>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
        guard let text else { return body(nil) }
        return text.withCString(body)
    }

    /// Passes the strings to `body` as a NULL-terminated array of C strings.
    private static func withCStrings<Result>(
        _ texts: [String],
        _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        let copies = texts.map { strdup($0) } + [nil]
        defer { copies.forEach { free($0) } }
        return copies.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else {
                var none: UnsafeMutablePointer<CChar>?
                return body(&none)
            }
            return body(base)
        }
    }
}

/// The environment of child programs: only the variables needed to find the user's folders, language and sound server.
/// Environment variables often contain API keys, and they are visible to anyone who may inspect the process.
package enum ProgramEnvironment {
    private static let names: Set<Substring> = [
        "ALSA_CARD", "AUDIODEV", "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "ESPEAK_DATA_PATH", "HOME", "LANG", "LANGUAGE",
        "LD_LIBRARY_PATH",
        "LD_PRELOAD", "LOGNAME", "PATH", "TMPDIR", "TZ", "USER",
    ]

    private static let prefixes = ["ALSA_CONFIG_", "DYLD_", "LC_", "PIPEWIRE_", "PULSE_", "XDG_"]

    /// The variables to pass to a program, as `NAME=value`.
    package static var current: [String] { kept(everything) }

    /// All variables of this process, as `NAME=value`.
    package static var everything: [String] {
        var variables: [String] = []
        var next = systemEnvironment
        while let pointer = next, let variable = pointer.pointee {
            variables.append(String(cString: variable))
            next = pointer + 1
        }
        return variables
    }

    /// The variables from a list that are passed to a program.
    package static func kept(_ variables: [String]) -> [String] {
        variables.filter { variable in
            names.contains(variable.prefix { $0 != "=" }) || prefixes.contains { variable.hasPrefix($0) }
        }
    }

    private static var systemEnvironment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
        #if canImport(Darwin)
        _NSGetEnviron().pointee
        #else
        environ
        #endif
    }
}

/// Finds programs by name, as a shell does, but never in the working directory.
package enum ProgramSearch {
    /// The value of PATH, or the system's default if it is not set.
    package static var systemPath: String {
        guard let path = getenv("PATH"), path.pointee != 0 else { return "/usr/local/bin:/usr/bin:/bin" }
        return String(cString: path)
    }

    /// The absolute path of a program; `nil` if there is none that this user may execute.
    ///
    /// - Parameters:
    ///   - name: The program's name, without a slash.
    ///   - path: Folders separated by colons. Empty and relative entries are skipped.
    package static func find(_ name: String, in path: String) -> String? {
        guard !name.utf8.contains(0), !path.utf8.contains(0) else { return nil }
        var result = [CChar](repeating: 0, count: Int(PATH_MAX))
        guard cspawn_find_program(name, path, &result, result.count) == 0 else { return nil }
        return String(decoding: result.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The path of the running program, without symbolic links; `nil` if the system does not provide it.
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

    /// A path with symbolic links resolved; `nil` if it does not exist.
    package static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
