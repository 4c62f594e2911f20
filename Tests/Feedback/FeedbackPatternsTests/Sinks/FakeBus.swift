import Dispatch
import Platform
import Synchronization
import TestSupport
import Testing

/// A bus for tests. It records the calls received, and sends any message that a test specifies, valid or not.
final class FakeBus: Sendable {
    /// A received call.
    struct Call: Sendable {
        var serial: UInt32
        var member: String
        var signature: String
        var body: [UInt8]
    }

    /// A message from the bus.
    enum Message: Sendable {
        case answer(to: UInt32, String, [UInt8], isBig: Bool = false)
        case error(to: UInt32, String)
        case signal
        case raw([UInt8])
        /// Closes the connection.
        case end
    }

    typealias Script = @Sendable (Call) -> [Message]

    /// How the bus answers a client's authentication.
    enum Greeting: Sendable {
        case usual, refusal, silence
    }

    private let folder: TemporaryFolder
    private let listener: Int32
    private let state = Mutex<(calls: [Call], connections: Int)>(([], 0))

    /// The environment for a client.
    var environment: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": "tcp:host=a;unix:path=\(folder.file("bus"))"] }

    /// The calls received, without the client's greeting.
    var calls: [Call] { state.withLock { $0.calls } }

    /// The number of clients that have connected.
    var connections: Int { state.withLock { $0.connections } }

    init(_ greeting: Greeting = .usual, _ script: @escaping Script = { _ in [] }) throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: folder.file("bus").utf8) }
        #if canImport(Glibc)
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #else
        listener = socket(AF_UNIX, SOCK_STREAM, 0)
        #endif
        _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, length) }
        }
        try #require(status == 0 && listen(listener, 8) == 0)
        DispatchQueue(label: "fake bus").async { [weak self, listener] in
            // Only this thread closes the socket: if another one did, the descriptor could already belong to another
            // bus.
            defer { close(listener) }
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                self?.state.withLock { $0.connections += 1 }
                Self.serve(Client(client), greeting, script) { call in self?.state.withLock { $0.calls.append(call) } }
                close(client)
            }
        }
    }

    /// Ends the thread's `accept`.
    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    private static func serve(
        _ client: Client,
        _ greeting: Greeting,
        _ script: Script,
        _ record: (Call) -> Void
    ) {
        var client = client
        guard client.greet(greeting) else { return }
        while let call = client.call() {
            var messages = [Message.answer(to: call.serial, "s", Client.text(":1.1"))]
            if call.member != "Hello" {
                record(call)
                messages = script(call)
            }
            for message in messages {
                guard let bytes = message.bytes else { return }
                client.send(bytes)
            }
        }
    }
}

extension FakeBus.Message {
    /// The message bytes (D-Bus specification, "Message Format"); `nil` to close the connection.
    fileprivate var bytes: [UInt8]? {
        switch self {
        case .answer(let serial, let signature, let body, let isBig):
            Self.bytes(2, [(5, "u", Client.number(serial, isBig)), (8, "g", Client.signature(signature))], body, isBig)
        case .error(let serial, let name):
            Self.bytes(3, [(4, "s", Client.text(name)), (5, "u", Client.number(serial))], [])
        case .signal:
            Self.bytes(
                4,
                [(1, "o", Client.text("/")), (2, "s", Client.text("a.b")), (3, "s", Client.text("C"))],
                []
            )
        case .raw(let bytes): bytes
        case .end: nil
        }
    }

    private static func bytes(
        _ kind: UInt8,
        _ fields: [(code: UInt8, type: String, value: [UInt8])],
        _ body: [UInt8],
        _ isBig: Bool = false
    ) -> [UInt8] {
        var list: [UInt8] = []
        for field in fields {
            while list.count % 8 != 0 { list.append(0) }
            list += [field.code] + Client.signature(field.type) + field.value
        }
        let count = UInt32(list.count)
        while list.count % 8 != 0 { list.append(0) }
        return [UInt8(ascii: isBig ? "B" : "l"), kind, 1, 1] + Client.number(UInt32(body.count), isBig)
            + Client.number(7, isBig) + Client.number(count, isBig) + list + body
    }
}

/// The server side of a connection.
private struct Client {
    let descriptor: Int32
    private var pending: [UInt8] = []

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    static func number(_ value: UInt32, _ isBig: Bool = false) -> [UInt8] {
        withUnsafeBytes(of: isBig ? value.bigEndian : value.littleEndian) { Array($0) }
    }

    static func text(_ text: String) -> [UInt8] { number(UInt32(text.utf8.count)) + text.utf8 + [0] }

    static func signature(_ text: String) -> [UInt8] { [UInt8(text.utf8.count)] + text.utf8 + [0] }

    func send(_ bytes: [UInt8]) {
        _ = bytes.withUnsafeBytes { Platform.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }

    /// Waits for `count` bytes; `false` if the client has disconnected.
    private mutating func wait(for count: Int) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while pending.count < count {
            let received = recv(descriptor, &buffer, buffer.count, 0)
            guard received > 0 else { return false }
            pending += buffer.prefix(received)
        }
        return true
    }

    /// Authenticates the client (D-Bus specification, "Authentication Protocol"), or refuses it.
    mutating func greet(_ greeting: FakeBus.Greeting) -> Bool {
        if greeting == .refusal { send(Array("REJECTED ANONYMOUS\r\nERROR\r\nERROR\r\n".utf8)) }
        let end = Array("BEGIN\r\n".utf8)
        while greeting != .usual || pending.firstRange(of: end) == nil {
            guard wait(for: pending.count + 1) else { return false }
        }
        guard let range = pending.firstRange(of: end) else { return false }
        let lines = String(decoding: pending[..<range.lowerBound], as: UTF8.self)
        pending.removeFirst(range.upperBound)
        // sd-bus sends all lines together; older versions put the user ID into the first line.
        if lines.contains("\r\nDATA\r\n") { send(Array("DATA\r\n".utf8)) }
        send(Array("OK 0123456789abcdef0123456789abcdef\r\n".utf8))
        if lines.contains("NEGOTIATE_UNIX_FD\r\n") { send(Array("ERROR\r\n".utf8)) }
        return true
    }

    /// The next call; `nil` if the client has disconnected.
    mutating func call() -> FakeBus.Call? {
        guard wait(for: 16) else { return nil }
        func number(at index: Int) -> Int {
            pending[index..<(index + 4)].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        func text(at index: Int, _ count: Int) -> String {
            String(decoding: pending[index..<(index + count)], as: UTF8.self)
        }
        let fields = number(at: 12)
        let start = 16 + (fields + 7) / 8 * 8
        let length = start + number(at: 4)
        guard pending[0] == UInt8(ascii: "l"), wait(for: length) else { return nil }
        var call = FakeBus.Call(
            serial: UInt32(number(at: 8)),
            member: "",
            signature: "",
            body: Array(pending[start..<length])
        )
        var index = 16
        while index < 16 + fields {
            let (code, type) = (pending[index], pending[index + 2])
            index += 4
            if type == UInt8(ascii: "g") {
                if code == 8 { call.signature = text(at: index + 1, Int(pending[index])) }
                index += Int(pending[index]) + 2
            } else {
                if code == 3 { call.member = text(at: index + 4, number(at: index)) }
                index += 4 + (type == UInt8(ascii: "u") ? 0 : number(at: index) + 1)
            }
            index = (index + 7) / 8 * 8
        }
        pending.removeFirst(length)
        return call
    }
}
