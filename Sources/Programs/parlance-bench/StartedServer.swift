import HTTPTransport
import JSON
import Platform

/// A second process of this program, as a translation server.
final class StartedServer {
    /// The server's address.
    let address: String

    private let process: pid_t
    private let transport = CurlTransport()
    private var used: Duration?

    /// Starts the server and waits until it listens.
    ///
    /// - Parameters:
    ///   - folder: The folder for the file with its port.
    ///   - latency: The time per request, in milliseconds.
    init(folder: String, latency: Int) throws {
        let file = folder + "/port"
        let process = try RunningProgram.started(
            try RunningProgram.own(),
            ["--translation-server", file, "\(latency)"],
            isQuiet: false
        )
        for _ in 0..<1000 {
            if WholeFile.exists(file) { break }
            usleep(10_000)
        }
        let text = try? String(decoding: WholeFile.read(file, limit: 16), as: UTF8.self)
        guard let port = text.flatMap({ Int($0) }) else {
            kill(process, SIGKILL)
            throw BenchmarkFailure(description: "the server did not start")
        }
        self.process = process
        address = "http://127.0.0.1:\(port)"
    }

    deinit { end() }

    /// The number of connections so far and the number of requests over them, excluding this one.
    func counts() async throws -> (connections: Int, requests: Int) {
        let response = try await transport.send(HTTPRequest(.get, address + "/counts"))
        let json = try JSONDocument.parse(response.body, source: "counts")
        guard let connections = json["connections"]?.number?.int, let requests = json["requests"]?.number?.int else {
            throw BenchmarkFailure(description: "the server does not report its counts")
        }
        return (connections, requests)
    }

    /// Stops the server.
    ///
    /// - Returns: Its processor time.
    @discardableResult
    func end() -> Duration {
        if let used { return used }
        kill(process, SIGTERM)
        var status: Int32 = 0
        var usage = rusage()
        while wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
        let time = Self.processorTime(usage)
        used = time
        return time
    }

    static func processorTime(_ usage: rusage) -> Duration {
        .seconds(Int64(usage.ru_utime.tv_sec) + Int64(usage.ru_stime.tv_sec))
            + .microseconds(Int64(usage.ru_utime.tv_usec) + Int64(usage.ru_stime.tv_usec))
    }
}
