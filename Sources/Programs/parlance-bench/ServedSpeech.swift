import CSpawn
import JSON
import Platform
import PluginHost

/// A minimal single-threaded front end for `parlance serve --stdio`.
final class ServedSpeech {
    private let child: ChildProcess
    private let input: Int32
    private let output: Int32
    private var reader = FrameReader()
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)
    private var next = 0

    /// Starts a server and performs the handshake.
    init(program: String, config: String) throws {
        var toChild: [Int32] = [-1, -1]
        var fromChild: [Int32] = [-1, -1]
        guard cspawn_pipe(&toChild) == 0, cspawn_pipe(&fromChild) == 0 else {
            throw BenchmarkFailure(description: "no more file descriptors")
        }
        child = try ChildProcess.start(
            ChildRequest(
                program: program,
                arguments: ["serve", "--stdio", "--config", config],
                environment: PluginEnvironment.current(),
                standardInput: .descriptor(toChild[0]),
                standardOutput: .descriptor(fromChild[1])
            )
        )
        close(toChild[0])
        close(fromChild[1])
        (input, output) = (toChild[1], fromChild[0])
        try ask("initialize", ["protocol": [1]])
        while case let frame = try frame(), frame.object["result"] == nil {}
    }

    /// Speaks texts, several of them concurrently.
    ///
    /// - Returns: The number of samples received.
    func speak(_ texts: [String], width: Int) throws -> Int {
        var rest = texts[...]
        var running = 0
        var samples = 0
        func add() throws {
            guard let text = rest.popFirst() else { return }
            try ask("speech.synthesize", ["text": .string(text), "language": "en-US"])
            running += 1
        }
        for _ in 0..<width { try add() }
        while running > 0 {
            let frame = try frame()
            samples += frame.payload.count / 2
            if frame.object["event"] == nil {
                guard frame.object["result"] != nil else {
                    throw BenchmarkFailure(
                        description: "the server failed: \(frame.object["error"]?["message"]?.string ?? "")"
                    )
                }
                running -= 1
                try add()
            }
        }
        return samples
    }

    /// Stops the server.
    func end() async {
        close(input)
        close(output)
        _ = await child.wait()
    }

    private func ask(_ method: String, _ params: JSONValue) throws {
        let line = try OutgoingFrame.request(id: next, method: method, params: params).line()
        next += 1
        guard write(input, line, line.count) == line.count else {
            throw BenchmarkFailure(description: "cannot write to the server")
        }
    }

    private func frame() throws -> FrameReader.RawFrame {
        while true {
            if case .frame(let frame)? = try reader.next() { return frame }
            let count = read(output, &buffer, buffer.count)
            guard count > 0 else { throw BenchmarkFailure(description: "the server has exited") }
            reader.add(buffer[..<count])
        }
    }
}
