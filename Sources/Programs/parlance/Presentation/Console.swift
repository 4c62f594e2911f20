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
        var rest = bytes[...]
        while !rest.isEmpty {
            #if canImport(Darwin)
            let count = rest.withUnsafeBytes { Darwin.write(descriptor, $0.baseAddress, $0.count) }
            #elseif canImport(Musl)
            let count = rest.withUnsafeBytes { Musl.write(descriptor, $0.baseAddress, $0.count) }
            #else
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            #endif
            if count < 0 {
                if errno == EINTR { continue }
                if errno == EPIPE { throw ClosedPipe() }
                throw CommandFailure(
                    SystemFailure.error("cannot write to", "standard output", errno: errno),
                    .inputOutput
                )
            }
            rest = rest.dropFirst(count)
        }
    }
}
