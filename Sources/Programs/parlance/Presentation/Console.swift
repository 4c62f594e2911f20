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
    static func oneLine(_ message: String) -> String {
        var line = String.UnicodeScalarView()
        for scalar in message.unicodeScalars {
            if mustBeShown(scalar) {
                line.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
            } else {
                line.append(scalar)
            }
        }
        return String(line)
    }

    private static func mustBeShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: scalar.properties.isBidiControl
        }
    }
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
