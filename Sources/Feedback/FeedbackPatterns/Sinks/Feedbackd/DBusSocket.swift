import HapticPatterns
import LanguageServices
import Platform

/// A connection to a bus; every call may block for as long as its limit says, so all belong on a thread of their own.
struct DBusSocket: ~Copyable {
    private let descriptor: Int32
    private let milliseconds: Int32
    private var pending: [UInt8] = []
    private var serial: UInt32 = 0

    /// Connects, says who we are, and asks for a name.
    ///
    /// - Parameters:
    ///   - address: Where the bus listens.
    ///   - milliseconds: How long each answer may take.
    static func open(_ address: DBusAddress, milliseconds: Int32) throws(ServiceError) -> DBusSocket {
        var socket = DBusSocket(descriptor: try connected(address), milliseconds: milliseconds)
        try socket.greet()
        return socket
    }

    private init(descriptor: Int32, milliseconds: Int32) {
        self.descriptor = descriptor
        self.milliseconds = milliseconds
    }

    private mutating func greet() throws(ServiceError) {
        // By our number as the system knows it (D-Bus specification, "EXTERNAL").
        let identity = String(getuid()).utf8.map { String($0, radix: 16) }.joined()
        try send([0] + Array("AUTH EXTERNAL \(identity)\r\n".utf8))
        var answer: [UInt8] = []
        while !answer.contains(UInt8(ascii: "\n")) {
            guard answer.count < 1024 else { throw Self.failure("the bus talks too much") }
            answer += try receive()
        }
        guard answer.starts(with: "OK".utf8) else { throw Self.failure("the bus does not let us in") }
        try send(Array("BEGIN\r\n".utf8))
        _ = try call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "Hello", [])
    }

    deinit {
        #if canImport(Darwin)
        _ = Darwin.close(descriptor)
        #elseif canImport(Musl)
        _ = Musl.close(descriptor)
        #else
        _ = Glibc.close(descriptor)
        #endif
    }

    /// Calls a method and waits for its answer.
    ///
    /// - Throws: `ServiceError.Code.unsupported` when there is no such method, `ServiceError.Code.unavailable` for everything
    ///   else.
    mutating func call(
        _ destination: String,
        _ path: String,
        _ interface: String,
        _ member: String,
        _ arguments: [DBusValue]
    ) throws(ServiceError) -> DBusMessage.Received {
        serial = serial == .max ? 1 : serial + 1
        try send(
            DBusMessage.call(
                serial: serial,
                destination: destination,
                path: path,
                interface: interface,
                member: member,
                arguments
            )
        )
        // Signals and late answers may come between; a bus that sends nothing else is given up.
        for _ in 0..<1000 {
            let message = try message()
            guard message.answers == serial else { continue }
            guard message.kind == 3 else { return message }
            let name = message.errorName ?? "an error without a name"
            let isMissing = ["UnknownMethod", "UnknownInterface", "UnknownObject"].contains { name.hasSuffix(".\($0)") }
            throw ServiceError(
                isMissing ? .unsupported : .unavailable,
                "\(destination) answers \(member) with \(name)",
                underlying: message.text
            )
        }
        throw Self.failure("the bus gives no answer")
    }

    // MARK: Parts

    private mutating func message() throws(ServiceError) -> DBusMessage.Received {
        while pending.count < 16 { pending += try receive() }
        guard let length = DBusMessage.Received.length(of: pending) else {
            throw Self.failure("the bus sends what is no message")
        }
        while pending.count < length { pending += try receive() }
        let bytes = Array(pending.prefix(length))
        pending.removeFirst(length)
        guard let message = DBusMessage.Received(bytes) else { throw Self.failure("the bus sends what is no message") }
        return message
    }

    private func send(_ bytes: [UInt8]) throws(ServiceError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            #if canImport(Darwin)
            let count = rest.withUnsafeBytes { Darwin.send(descriptor, $0.baseAddress, $0.count, 0) }
            #else
            let count = rest.withUnsafeBytes { sendQuietly($0) }
            #endif
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count < 0, errno == EAGAIN {
                try wait(for: Int16(POLLOUT))
            } else if !(count < 0 && errno == EINTR) {
                throw Self.failure("the bus has gone")
            }
        }
    }

    #if !canImport(Darwin)
    private func sendQuietly(_ bytes: UnsafeRawBufferPointer) -> Int {
        // Without a signal when the other side has gone.
        #if canImport(Musl)
        Musl.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        #else
        Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        #endif
    }
    #endif

    private func receive() throws(ServiceError) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            try wait(for: Int16(POLLIN))
            let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
            if count > 0 { return Array(buffer.prefix(count)) }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            throw Self.failure("the bus has gone")
        }
    }

    private func wait(for events: Int16) throws(ServiceError) {
        var entry = pollfd(fd: descriptor, events: events, revents: 0)
        while true {
            let count = poll(&entry, 1, milliseconds)
            if count > 0 { return }
            if count < 0, errno == EINTR { continue }
            throw Self.failure("the bus gives no answer")
        }
    }

    private static func failure(_ message: String) -> ServiceError {
        ServiceError(.unavailable, message, remedy: "log in to a desktop session, or start feedbackd")
    }

    private static func connected(_ address: DBusAddress) throws(ServiceError) -> Int32 {
        var place = sockaddr_un()
        let name = (address.isAbstract ? [0] : []) + Array(address.name.utf8)
        let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
        guard name.count < MemoryLayout<sockaddr_un>.size - offset else {
            throw failure("the address of the bus is too long")
        }
        place.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &place) { bytes in
            for (index, byte) in name.enumerated() { bytes[offset + index] = byte }
        }
        #if canImport(Darwin) || canImport(Musl)
        let number = socket(AF_UNIX, Int32(SOCK_STREAM), 0)
        #else
        let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        guard number >= 0 else { throw SystemFailure.error("cannot connect to", "the bus", errno: errno) }
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        // A name without a file ends where its length says, one with a file at its zero.
        let length = socklen_t(offset + name.count + (address.isAbstract ? 0 : 1))
        let status = withUnsafePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(number, $0, length) }
        }
        guard status == 0 else {
            let reason = errno
            #if canImport(Darwin)
            _ = Darwin.close(number)
            #elseif canImport(Musl)
            _ = Musl.close(number)
            #else
            _ = Glibc.close(number)
            #endif
            throw SystemFailure.error("cannot connect to", address.name, errno: reason)
        }
        _ = fcntl(number, F_SETFL, O_NONBLOCK)
        return number
    }
}
