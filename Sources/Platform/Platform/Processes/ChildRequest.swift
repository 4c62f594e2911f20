import CSpawn
package import LanguageServices

/// What to start as a child process, and how.
package struct ChildRequest: Sendable {
    /// Where a standard stream of the child leads.
    package enum Stream: Sendable, Hashable {
        /// Nowhere: `/dev/null`.
        case null
        /// To where this process's own stream leads.
        case inherit
        /// To an open descriptor of this process, which stays open here.
        case descriptor(Int32)
    }

    /// The path of the program; it must contain a slash, see ``ProgramSearch``.
    package var program: String
    /// The arguments after the program's name; no shell reads them.
    package var arguments: [String]
    /// The environment as `NAME=value` strings; nil passes that of this process on.
    package var environment: [String]?
    /// The working directory; nil keeps that of this process.
    package var directory: String?
    /// Where the child's input comes from.
    package var standardInput: Stream
    /// Where the child's output goes.
    package var standardOutput: Stream
    /// The most bytes of memory of its own that the child, and each process that it starts, can have; nil is no limit. Systems
    /// that cannot limit another process pass over it.
    package var memory: Int?

    /// Whether ``memory`` is more than a wish here.
    package static var limitsMemory: Bool { cspawn_limits_memory() != 0 }

    /// Creates a request; input and output are `/dev/null` unless given.
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

    /// Starts the program with `descriptor` as its standard error, for a caller that waits for the process itself; others
    /// use ``ChildProcess``.
    ///
    /// - Parameter descriptor: A descriptor of this process, or `CSPAWN_NULL`.
    /// - Returns: The process identifier.
    /// - Throws: `ServiceError.Code.invalidRequest` for a string with a NUL byte, `ServiceError.Code.io` when the system
    ///   cannot start it.
    package func start(standardError descriptor: Int32) throws(ServiceError) -> Int32 {
        let texts = [program] + arguments + (environment ?? []) + [directory].compactMap { $0 }
        guard !texts.contains(where: { $0.utf8.contains(0) }) else {
            throw ServiceError(
                .invalidRequest,
                "cannot start \(SystemFailure.quoted(program)): a NUL byte in its arguments"
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
        // The child is at its own start by now, and has no memory yet that is worth speaking of.
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

    /// Hands an array of C strings with NULL at its end to `body`.
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

/// What programs that we start get of this process's environment: what they need to find the user, his language and his sound
/// server, and nothing else. Keys of services often stand in the environment, and everybody who may look at a process can read
/// them there.
package enum ProgramEnvironment {
    private static let names: Set<Substring> = [
        "ALSA_CARD", "AUDIODEV", "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "ESPEAK_DATA_PATH", "HOME", "LANG", "LANGUAGE",
        "LD_LIBRARY_PATH",
        "LD_PRELOAD", "LOGNAME", "PATH", "TMPDIR", "TZ", "USER",
    ]

    private static let prefixes = ["ALSA_CONFIG_", "DYLD_", "LC_", "PIPEWIRE_", "PULSE_", "XDG_"]

    /// The variables of this process that a program gets, as `NAME=value`.
    package static var current: [String] { kept(everything) }

    /// All variables of this process, as `NAME=value`.
    package static var everything: [String] {
        var variables: [String] = []
        var next = systemEnvironment
        while let place = next, let variable = place.pointee {
            variables.append(String(cString: variable))
            next = place + 1
        }
        return variables
    }

    /// Those of some variables that a program gets.
    static func kept(_ variables: [String]) -> [String] {
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
