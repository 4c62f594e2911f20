import CSDBus
import Dispatch
import LanguageServices
import Platform
import Synchronization

/// A D-Bus method call.
struct DBusCall: Sendable {
    /// An argument of a call, limited to the types needed here.
    indirect enum Value: Sendable {
        case string(String)
        case int32(Int32)
        case uint32(UInt32)
        case double(Double)
        case structure([Value])
        /// Values of one type. The signature is explicit because the array may be empty.
        case array(of: String, [Value])

        /// The signature of the type (D-Bus specification, "Type System").
        var signature: String {
            switch self {
            case .string: "s"
            case .int32: "i"
            case .uint32: "u"
            case .double: "d"
            case .structure(let members): "(\(members.map(\.signature).joined()))"
            case .array(let element, _): "a\(element)"
            }
        }
    }

    var destination: String
    var path: String
    var interface: String
    var member: String
    var arguments: [Value] = []
}

/// The first value of a reply, if it has one of these types.
struct DBusReply: Sendable {
    var text: String?
    /// A number, or a Boolean as 0 or 1.
    var number: UInt32?
}

/// The user's session bus. Calls run one at a time on a dedicated thread because each may block.
final class DBusSession: Sendable {
    private let addresses: [String]
    private let milliseconds: UInt64
    private let queue = DispatchQueue(label: "parlance.dbus")
    private let connection = Mutex<DBusConnection?>(nil)

    /// Creates a session, which connects on the first call.
    ///
    /// - Parameters:
    ///   - environment: `DBUS_SESSION_BUS_ADDRESS`, or `XDG_RUNTIME_DIR`, whose file `bus` is the default address.
    ///   - milliseconds: The timeout for each reply.
    init(_ environment: [String: String], milliseconds: UInt64 = 2000) {
        addresses = Self.addresses(environment)
        self.milliseconds = milliseconds
    }

    /// The local sockets among the bus addresses (D-Bus specification, "Server Addresses"). Network addresses and
    /// addresses that start a program are ignored.
    static func addresses(_ environment: [String: String]) -> [String] {
        if let text = environment["DBUS_SESSION_BUS_ADDRESS"], !text.isEmpty {
            return text.split(separator: ";").filter { $0.hasPrefix("unix:") }.map { String($0) }
        }
        guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else { return [] }
        let escaped = "\(folder)/bus".utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "-")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                String(UnicodeScalar(byte))
            default: "%" + String(256 + Int(byte), radix: 16).dropFirst()
            }
        }
        return ["unix:path=\(escaped.joined())"]
    }

    /// Calls a method and waits for the reply; connects first if necessary.
    ///
    /// - Throws: `ServiceError.Code.unsupported` when the method does not exist; `ServiceError.Code.unavailable` when
    ///   the peer refuses, times out or is absent; `ServiceError.Code.io` when there is no bus.
    func call(_ call: DBusCall) async throws(ServiceError) -> DBusReply {
        try await perform { (connection) throws(ServiceError) in
            let open: DBusConnection
            if let known = connection { open = known } else { open = try self.connected() }
            defer { connection = open.isBroken ? nil : open }
            return try open.call(call)
        }
    }

    /// Closes the connection after pending calls have been answered.
    func close() async {
        try? await perform { (connection) throws(ServiceError) in connection = nil }
    }

    private func perform<Value: Sendable>(
        _ body: @escaping @Sendable (inout DBusConnection?) throws(ServiceError) -> Value
    ) async throws(ServiceError) -> Value {
        try await queue.perform { [self] () throws(ServiceError) in
            try connection.withLock { (connection) throws(ServiceError) in try body(&connection) }
        }
    }

    private func connected() throws(ServiceError) -> DBusConnection {
        var failure: ServiceError?
        for address in addresses {
            do throws(ServiceError) {
                return try DBusConnection(address, milliseconds: milliseconds)
            } catch {
                failure = error
            }
        }
        throw failure
            ?? ServiceError(.unavailable, "no D-Bus session bus found", remedy: "log in to a desktop session")
    }
}

/// A connection to a bus. Every call may block until its timeout.
private final class DBusConnection {
    private let library = csdbus_load().pointee
    private let bus: OpaquePointer
    private let milliseconds: UInt64
    /// Whether a call ended without a valid reply, after which the connection is unusable.
    private(set) var isBroken = false

    /// Connects, and waits until the bus has authenticated the client and assigned it a name.
    init(_ address: String, milliseconds: UInt64) throws(ServiceError) {
        self.milliseconds = milliseconds
        if let reason = library.failure {
            throw ServiceError(
                .unavailable,
                "cannot connect to feedbackd: libsystemd cannot be loaded: \(String(cString: reason))",
                remedy: "install it: apt-get install libsystemd0"
            )
        }
        var created: OpaquePointer?
        let status = library.sd_bus_new(&created)
        guard status >= 0, let created else { throw Self.failure(status) }
        bus = created
        for status in [
            library.sd_bus_set_address(bus, address), library.sd_bus_set_bus_client(bus, 1), library.sd_bus_start(bus),
        ] where status < 0 { throw SystemFailure.error("cannot connect to", address, errno: -status) }
        let deadline = ContinuousClock.now + .milliseconds(milliseconds)
        while library.sd_bus_is_ready(bus) <= 0 {
            let left = deadline - .now
            guard left > .zero else { throw Self.failure(-ETIMEDOUT) }
            let status = library.sd_bus_process(bus, nil)
            guard status >= 0 else { throw Self.failure(status) }
            if status == 0 { _ = library.sd_bus_wait(bus, UInt64(left / .microseconds(1))) }
        }
    }

    deinit {
        library.sd_bus_close(bus)
        _ = library.sd_bus_unref(bus)
    }

    /// Calls a method and waits for the reply.
    func call(_ call: DBusCall) throws(ServiceError) -> DBusReply {
        var created: OpaquePointer?
        try check(
            library.sd_bus_message_new_method_call(
                bus,
                &created,
                call.destination,
                call.path,
                call.interface,
                call.member
            )
        )
        guard let message = created else { throw Self.failure(-ENOMEM) }
        defer { _ = library.sd_bus_message_unref(message) }
        for argument in call.arguments { try append(argument, to: message) }
        var problem = csdbus_error()
        defer { library.sd_bus_error_free(&problem) }
        var reply: OpaquePointer?
        let status = library.sd_bus_call(bus, message, milliseconds * 1000, &problem, &reply)
        defer { if let reply { _ = library.sd_bus_message_unref(reply) } }
        guard status >= 0, let reply else { throw failure(call, problem, status) }
        // Discards signals and late replies that arrived in between, since nothing else reads them.
        for _ in 0..<1000 where library.sd_bus_process(bus, nil) <= 0 { break }
        return self.reply(reply)
    }

    private func append(_ value: DBusCall.Value, to message: OpaquePointer) throws(ServiceError) {
        func basic(_ type: UnicodeScalar, _ pointer: UnsafeRawPointer) -> Int32 {
            library.sd_bus_message_append_basic(message, CChar(type.value), pointer)
        }
        switch value {
        case .string(let text): try check(text.withCString { basic("s", $0) })
        case .int32(let number): try check(withUnsafePointer(to: number) { basic("i", $0) })
        case .uint32(let number): try check(withUnsafePointer(to: number) { basic("u", $0) })
        case .double(let number): try check(withUnsafePointer(to: number) { basic("d", $0) })
        case .structure(let members):
            try append(members, in: "r", of: members.map(\.signature).joined(), to: message)
        case .array(let element, let values): try append(values, in: "a", of: element, to: message)
        }
    }

    private func append(
        _ values: [DBusCall.Value],
        in type: UnicodeScalar,
        of contents: String,
        to message: OpaquePointer
    ) throws(ServiceError) {
        try check(library.sd_bus_message_open_container(message, CChar(type.value), contents))
        for value in values { try append(value, to: message) }
        try check(library.sd_bus_message_close_container(message))
    }

    private func reply(_ message: OpaquePointer) -> DBusReply {
        var text: UnsafePointer<CChar>?
        if library.sd_bus_message_read_basic(message, CChar(UnicodeScalar("s").value), &text) > 0, let text {
            return DBusReply(text: String(cString: text))
        }
        var number: UInt32 = 0
        for type in "ubi".utf8 where library.sd_bus_message_read_basic(message, CChar(type), &number) > 0 {
            return DBusReply(number: number)
        }
        return DBusReply()
    }

    /// The error for a call: the peer's error reply, or the reason that there was no reply.
    private func failure(_ call: DBusCall, _ problem: csdbus_error, _ status: Int32) -> ServiceError {
        let name = problem.name.map { String(cString: $0) } ?? ""
        // sd-bus assigns names to its local errors too.
        let localErrorNames = ["Timeout", "InconsistentMessage", "Disconnected", "NoMemory"]
        let isAnswer =
            !name.isEmpty && !name.hasPrefix("System.Error.")
            && !localErrorNames.contains { name == "org.freedesktop.DBus.Error.\($0)" }
        guard isAnswer, library.sd_bus_is_open(bus) > 0 else {
            isBroken = true
            return Self.failure(status)
        }
        let isMissing = ["UnknownMethod", "UnknownInterface", "UnknownObject"].contains { name.hasSuffix(".\($0)") }
        return ServiceError(
            isMissing ? .unsupported : .unavailable,
            "\(call.destination) replied to \(call.member) with \(name)",
            underlying: problem.message.map { String(cString: $0) }
        )
    }

    private func check(_ status: Int32) throws(ServiceError) {
        guard status < 0 else { return }
        isBroken = true
        throw Self.failure(status)
    }

    private static func failure(_ status: Int32) -> ServiceError {
        let message =
            switch -status {
            case ETIMEDOUT: "the bus does not respond"
            case EPERM, EACCES: "the bus denies access"
            case EBADMSG, EPROTO: "the bus sent an invalid message"
            case let number: "the connection to the bus failed: \(SystemFailure.text(number))"
            }
        return ServiceError(.unavailable, message, remedy: "log in to a desktop session, or start feedbackd")
    }
}
