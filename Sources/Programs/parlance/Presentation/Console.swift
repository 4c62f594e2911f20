import JSON
import LanguageServices
import Platform
import ServiceConfiguration

/// Where the program prints, and where it reads piped input.
struct Console: Sendable {
    /// Results: standard output.
    let output: @Sendable ([UInt8]) throws -> Void

    /// Messages: standard error, one line each.
    let errors: @Sendable ([UInt8]) -> Void

    /// The descriptor for piped input.
    var input: Int32 = STDIN_FILENO

    /// Whether standard input is a terminal.
    var isInputTerminal = false

    /// Whether standard output is a terminal.
    var isOutputTerminal = false

    /// Whether standard error is a terminal.
    var isErrorTerminal = false

    /// The maximum width of help, in columns.
    var width = 80

    /// Reserves standard output for one writer; later output from other code goes to standard error. `nil` if the
    /// streams are not those of a process.
    var withdrawOutput: (@Sendable () throws -> SoleOutput)?

    /// Standard output, reserved for one writer where possible.
    func takingOutput() throws -> SoleOutput {
        if let withdrawOutput { return try withdrawOutput() }
        return SoleOutput(write: output)
    }

    /// Prints a line of text; control characters from texts and file names are escaped.
    ///
    /// - Throws: ``ClosedPipe`` when the reader has closed the pipe, ``CommandFailure`` for other write errors.
    func print(_ line: String) throws {
        try output(Array((Self.oneLine(line) + "\n").utf8))
    }

    /// Prints lines of text.
    func print(_ lines: [String]) throws {
        for line in lines { try print(line) }
    }

    /// Prints a value as one line of JSON.
    func print(_ value: JSONValue) throws {
        var line = JSONWriter.bytes(value)
        line.append(UInt8(ascii: "\n"))
        try output(line)
    }

    /// Prints an error and its remedy.
    func complain(_ error: ServiceError) {
        complain(error.description)
    }

    /// Prints an error.
    func complain(_ message: String) {
        errors(Array("parlance: \(Self.oneLine(message))\n".utf8))
    }

    /// Prints a note that is not an error.
    func note(_ message: String) {
        errors(Array("parlance: note: \(Self.oneLine(message))\n".utf8))
    }

    /// A message on one line in reading order, regardless of what a provider or a file name contains.
    static func oneLine(_ message: String) -> String { TerminalText.oneLine(message) }
}

extension JSONValue {
    /// The texts as a JSON array.
    static func strings(_ texts: some Sequence<String>) -> JSONValue { .array(texts.map(JSONValue.string)) }

    /// The members that have a value.
    static func members(_ members: [(String, JSONValue?)]) -> [(String, JSONValue)] {
        members.compactMap { name, value in value.map { (name, $0) } }
    }

    /// A JSON object of the members that have a value.
    static func object(known members: [(String, JSONValue?)]) -> JSONValue { .object(Self.members(members)) }
}

extension Console {
    /// The streams of this process.
    static func process(environment: [String: String]) -> Console {
        Console(
            output: { bytes in try write(bytes, to: STDOUT_FILENO) },
            errors: { bytes in try? write(bytes, to: STDERR_FILENO) },
            isInputTerminal: isatty(STDIN_FILENO) == 1,
            isOutputTerminal: isatty(STDOUT_FILENO) == 1,
            isErrorTerminal: isatty(STDERR_FILENO) == 1,
            width: environment["COLUMNS"].flatMap { Int($0) } ?? 80,
            withdrawOutput: { try SoleOutput.ofProcess() }
        )
    }

    static func write(_ bytes: [UInt8], to descriptor: Int32) throws {
        switch FileDescriptor.write(bytes, to: descriptor) {
        case 0: break
        case EPIPE: throw ClosedPipe()
        case let failure:
            throw CommandFailure(
                SystemFailure.error("cannot write to", "standard output", errno: failure),
                .inputOutput
            )
        }
    }
}

/// Standard output, reserved for one writer.
struct SoleOutput: Sendable {
    /// Writes bytes; blocks until they are accepted.
    var write: @Sendable ([UInt8]) throws -> Void

    /// Writes as many bytes as possible without blocking and returns their number; `nil` if that is not supported.
    var writeNow: (@Sendable ([UInt8]) -> Int)?

    /// The standard output of this process. From then on, other output goes to standard error.
    static func ofProcess() throws -> SoleOutput {
        let own = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        guard own >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else {
            throw CommandFailure(SystemFailure.error("cannot take", "standard output", errno: errno), .inputOutput)
        }
        return SoleOutput(write: { try Console.write($0, to: own) }, writeNow: unwaiting(own))
    }

    /// Reopens a pipe in non-blocking mode, which Linux allows. Setting the flag on the original would affect every
    /// process that shares it.
    private static func unwaiting(_ descriptor: Int32) -> (@Sendable ([UInt8]) -> Int)? {
        #if os(Linux)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return nil }
        let again = open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        guard again >= 0 else { return nil }
        return { bytes in
            #if canImport(Musl)
            let count = bytes.withUnsafeBytes { Musl.write(again, $0.baseAddress, $0.count) }
            #else
            let count = bytes.withUnsafeBytes { Glibc.write(again, $0.baseAddress, $0.count) }
            #endif
            // The error will recur in the blocking write.
            return max(0, count)
        }
        #else
        return nil
        #endif
    }
}
