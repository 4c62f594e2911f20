import LanguageServices
import Platform
package import Testing

/// A server for one test: a Python script that listens on a free local port and prints its number.
///
/// The script exits when its standard input closes, and so always ends with the test.
package final class LoopbackServer: Sendable {
    /// Whether the requirements are installed; for `.enabled(if:)`.
    package static var isInstalled: Bool { python != nil }

    /// The comment of a skipped test.
    package static let requirement: Comment = "python3 is not installed"

    /// `http://127.0.0.1:PORT`.
    package let address: String

    /// The port.
    package let port: Int

    private let process: ChildProcess
    private let input: Int32

    private init(port: Int, process: ChildProcess, input: Int32) {
        self.port = port
        address = "http://127.0.0.1:\(port)"
        self.process = process
        self.input = input
    }

    deinit { close(input) }

    /// Starts a script and waits until it listens.
    ///
    /// - Parameters:
    ///   - script: The script.
    ///   - arguments: Its arguments.
    ///   - interpreter: The Python interpreter, if a specific one is needed; the system's by default.
    package static func start(
        _ script: String,
        arguments: [String] = [],
        interpreter: String? = nil
    ) throws -> LoopbackServer {
        var input: [Int32] = [-1, -1]
        var output: [Int32] = [-1, -1]
        try #require(pipe(&input) == 0 && pipe(&output) == 0)
        // Another child that is started meanwhile must not inherit the write end, which ends this one.
        for descriptor in input + output { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        let process = try ChildProcess.start(
            ChildRequest(
                program: try #require(interpreter ?? python),
                arguments: [script] + arguments,
                standardInput: .descriptor(input[0]),
                standardOutput: .descriptor(output[1])
            )
        )
        close(input[0])
        close(output[1])
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(output[0], &byte, 1) == 1, byte != 10 { line.append(byte) }
        close(output[0])
        let port = try #require(Int(String(decoding: line, as: UTF8.self)), "the server did not say its port")
        return LoopbackServer(port: port, process: process, input: input[1])
    }

    private static var python: String? { ProgramSearch.find("python3", in: ProgramSearch.systemPath) }
}
