import JSON
import LanguageServices
import Platform
import ServiceConfiguration

/// Where the program prints, and where it reads what is piped to it.
struct Console: Sendable {
    /// What is asked for: on standard output.
    let output: @Sendable ([UInt8]) throws -> Void

    /// What is said beside it: on standard error, one line each.
    let errors: @Sendable ([UInt8]) -> Void

    /// The descriptor that text is read from when it is piped in.
    var input: Int32 = STDIN_FILENO

    /// Whether somebody sits at the keyboard.
    var isInputTerminal = false

    /// Whether somebody looks at standard output.
    var isOutputTerminal = false

    /// Whether somebody looks at standard error.
    var isErrorTerminal = false

    /// How many columns help may have.
    var width = 80

    /// Gives standard output to one writer alone: from then on what anybody else prints goes to standard error. `nil` where there is no
    /// process whose streams these are.
    var withdrawOutput: (@Sendable () throws -> SoleOutput)?

    /// Standard output, for one writer alone where that can be had.
    func takingOutput() throws -> SoleOutput {
        if let withdrawOutput { return try withdrawOutput() }
        return SoleOutput(write: output)
    }

    /// Prints a line for people: control characters of a text or a file name are shown, not sent to the terminal.
    ///
    /// - Throws: ``ClosedPipe`` when nobody reads any more, ``CommandFailure`` when nothing can be written.
    func print(_ line: String) throws {
        try output(Array((Self.oneLine(line) + "\n").utf8))
    }

    /// Prints lines for people.
    func print(_ lines: [String]) throws {
        for line in lines { try print(line) }
    }

    /// Prints a value as one line of JSON.
    func print(_ value: JSONValue) throws {
        var line = JSONWriter.bytes(value)
        line.append(UInt8(ascii: "\n"))
        try output(line)
    }

    /// Says what went wrong, and what to do.
    func complain(_ error: ServiceError) {
        complain(error.description)
    }

    /// Says what went wrong.
    func complain(_ message: String) {
        errors(Array("parlance: \(Self.oneLine(message))\n".utf8))
    }

    /// Says what the user should know although all went well.
    func note(_ message: String) {
        errors(Array("parlance: note: \(Self.oneLine(message))\n".utf8))
    }

    /// A message in one line, whatever a provider or a file name has put into it, and in the order in which it reads.
    static func oneLine(_ message: String) -> String { TerminalText.oneLine(message) }
}

extension JSONValue {
    /// The texts as an array.
    static func strings(_ texts: some Sequence<String>) -> JSONValue { .array(texts.map(JSONValue.string)) }

    /// The members that have a value.
    static func members(_ members: [(String, JSONValue?)]) -> [(String, JSONValue)] {
        members.compactMap { name, value in value.map { (name, $0) } }
    }

    /// An object of the members that have a value.
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

/// Standard output in the hands of one writer.
struct SoleOutput: Sendable {
    /// Writes bytes, and waits while nobody reads.
    var write: @Sendable ([UInt8]) throws -> Void

    /// Writes as many bytes as go without waiting, and says how many; `nil` where that cannot be had.
    var writeNow: (@Sendable ([UInt8]) -> Int)?

    /// The standard output of this process. What others print goes to standard error from now on.
    static func ofProcess() throws -> SoleOutput {
        let own = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        guard own >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else {
            throw CommandFailure(SystemFailure.error("cannot take", "standard output", errno: errno), .inputOutput)
        }
        return SoleOutput(write: { try Console.write($0, to: own) }, writeNow: unwaiting(own))
    }

    /// A pipe can be opened a second time on Linux, so that only who writes here does not wait: the flag would hold for everybody who has the
    /// same opened pipe.
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
            // What has failed fails again where it is waited for.
            return max(0, count)
        }
        #else
        return nil
        #endif
    }
}
