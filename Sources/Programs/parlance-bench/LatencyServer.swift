import JSON
import Platform

/// A server with LibreTranslate's API that answers each request after a fixed time, regardless of the load.
///
/// It only waits, so one thread serves all connections. The time starts at the last byte of the request and includes
/// the processing.
struct LatencyServer {
    private let listener: Int32
    private let latency: Duration
    private var connections: [Connection] = []
    private var accepted = 0
    private var answered = 0

    private struct Connection {
        let socket: Int32
        var input: [UInt8] = []
        var answer: (bytes: [UInt8], time: ContinuousClock.Instant)?
    }

    /// Serves until the process is terminated.
    ///
    /// - Parameters:
    ///   - file: The file that receives the port number.
    ///   - latency: The time per request, in milliseconds.
    static func run(file: String, latency: Int) throws {
        guard var server = LatencyServer(latency: .milliseconds(latency)), let port = server.port else {
            throw BenchmarkFailure(description: "cannot start a server on this machine")
        }
        try AtomicFile.write(Array("\(port)".utf8), to: file)
        while server.step() {}
        throw BenchmarkFailure(description: "the server cannot wait for requests", exitCode: 74)
    }

    private init?(latency: Duration) {
        #if canImport(Glibc)
        let kind = Int32(SOCK_STREAM.rawValue)
        #else
        let kind = SOCK_STREAM
        #endif
        listener = socket(AF_INET, kind, 0)
        self.latency = latency
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isListening = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0 && listen(listener, 128) == 0
            }
        }
        guard listener >= 0, isListening else { return nil }
    }

    private var port: Int? {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isKnown = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(listener, $0, &size) == 0 }
        }
        return isKnown ? Int(UInt16(bigEndian: address.sin_port)) : nil
    }

    // MARK: The loop

    /// Waits for the next event and handles it.
    private mutating func step() -> Bool {
        var wanted = [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
        wanted += connections.map { pollfd(fd: $0.socket, events: Int16(POLLIN), revents: 0) }
        guard poll(&wanted, nfds_t(wanted.count), wait) >= 0 || errno == EINTR else { return false }
        sendDue()
        var gone: [Int] = []
        for (place, entry) in wanted.dropFirst().enumerated() where entry.revents != 0 {
            if !receive(place) { gone.append(place) }
        }
        for place in gone.reversed() { close(connections.remove(at: place).socket) }
        if wanted[0].revents != 0 { accept() }
        return true
    }

    /// The number of milliseconds until the first answer is due, or -1 when none is pending.
    private var wait: Int32 {
        guard let first = connections.compactMap({ $0.answer?.time }).min() else { return -1 }
        let left = max(.zero, first - .now)
        return Int32((left / .milliseconds(1)).rounded(.up))
    }

    private mutating func accept() {
        let socket = Platform.accept(listener, nil, nil)
        guard socket >= 0 else { return }
        var yes: Int32 = 1
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        connections.append(Connection(socket: socket))
        accepted += 1
    }

    private mutating func sendDue() {
        let now = ContinuousClock.now
        for place in connections.indices {
            guard let answer = connections[place].answer, answer.time <= now else { continue }
            connections[place].answer = nil
            var sent = 0
            while sent < answer.bytes.count {
                let count = answer.bytes[sent...].withUnsafeBytes {
                    send(connections[place].socket, $0.baseAddress, $0.count, 0)
                }
                guard count > 0 else { break }
                sent += count
            }
        }
    }

    /// Reads the data that is available on a connection.
    ///
    /// - Returns: Whether the connection is still open.
    private mutating func receive(_ place: Int) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(connections[place].socket, &buffer, buffer.count, 0)
        guard count > 0 else { return false }
        connections[place].input += buffer[..<count]
        guard let (head, body) = Self.request(in: connections[place].input) else { return true }
        let arrival = ContinuousClock.now
        connections[place].input = []
        guard let answer = answer(to: head, body) else { return false }
        let isCount = head.hasPrefix("GET /counts")
        connections[place].answer = (answer, isCount ? arrival : arrival + latency)
        return true
    }

    // MARK: Requests

    /// The head and the body of a complete request. A client waits for each answer before its next request.
    private static func request(in bytes: [UInt8]) -> (head: Substring, body: [UInt8])? {
        let end = Array("\r\n\r\n".utf8)
        guard let place = bytes.firstRange(of: end) else { return nil }
        let head = String(decoding: bytes[..<place.lowerBound], as: UTF8.self)
        var length = 0
        for line in head.split(separator: "\r\n") where line.lowercased().hasPrefix("content-length:") {
            length = line.split(separator: ":").last.flatMap { Int($0.drop { $0 == " " }) } ?? 0
        }
        let body = bytes[place.upperBound...]
        return body.count >= length ? (head[...], Array(body)) : nil
    }

    private mutating func answer(to head: Substring, _ body: [UInt8]) -> [UInt8]? {
        let json: JSONValue
        if head.hasPrefix("GET /counts") {
            json = ["connections": .integer(accepted), "requests": .integer(answered)]
        } else if head.hasPrefix("GET /languages") {
            json = .array(["en", "es"].map { ["code": .string($0), "name": .string($0), "targets": ["en", "es"]] })
            answered += 1
        } else {
            guard let request = try? JSONDocument.parse(body, source: "request"), let texts = request["q"]?.elements,
                let target = request["target"]?.string
            else { return nil }
            let answers = texts.map { JSONValue.string("[\(target)] \($0.string ?? "")") }
            let language: JSONValue = ["confidence": 100, "language": "en"]
            json = ["translatedText": .array(answers), "detectedLanguage": .array(answers.map { _ in language })]
            answered += 1
        }
        let bytes = JSONWriter.bytes(json)
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(bytes.count)\r\n\r\n"
        return Array(head.utf8) + bytes
    }
}
