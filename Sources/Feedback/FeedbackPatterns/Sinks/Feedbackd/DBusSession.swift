import CSDBus
import Dispatch
import LanguageServices
import Platform
import Synchronization

/// A call of a method over D-Bus.
struct DBusCall: Sendable {
    /// A value of a call, of the types that are needed here.
    indirect enum Value: Sendable {
        case string(String)
        case int32(Int32)
        case uint32(UInt32)
        case double(Double)
        case structure([Value])
        /// Values of one type, whose signature is named since there may be none.
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

/// The first value of an answer, when it has one of these types.
struct DBusReply: Sendable {
    var text: String?
    /// A number, or 0 and 1 for a truth value.
    var number: UInt32?
}

/// The bus of the user's session: one call after the other, on a thread of its own, since each may block.
final class DBusSession: Sendable {
    private let addresses: [String]
    private let milliseconds: UInt64
    private let queue = DispatchQueue(label: "parlance.dbus")
    private let connection = Mutex<DBusConnection?>(nil)

    /// Creates a session; it is connected when something is called.
    ///
    /// - Parameters:
    ///   - environment: `DBUS_SESSION_BUS_ADDRESS`, or `XDG_RUNTIME_DIR` whose file `bus` is the usual place.
    ///   - milliseconds: How long each answer may take.
    init(_ environment: [String: String], milliseconds: UInt64 = 2000) {
        addresses = Self.addresses(environment)
        self.milliseconds = milliseconds
    }

    /// The sockets of this machine among the addresses of the bus (D-Bus specification, "Server Addresses"): nothing is
    /// connected over a network, and no program is started.
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

    /// Calls a method and waits for its answer; connects first when there is no connection.
    ///
    /// - Throws: `ServiceError.Code.unsupported` when there is no such method, `ServiceError.Code.unavailable` when the peer
    ///   refuses, or does not answer in time, or is not there, `ServiceError.Code.io` without a bus.
    func call(_ call: DBusCall) async throws(ServiceError) -> DBusReply {
        try await perform { (connection) throws(ServiceError) in
            let open: DBusConnection
            if let known = connection { open = known } else { open = try self.connected() }
            defer { connection = open.isBroken ? nil : open }
            return try open.call(call)
        }
    }

    /// Gives the connection back, once the calls that wait have been answered.
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
            ?? ServiceError(.unavailable, "there is no bus of a desktop session", remedy: "log in to a desktop session")
    }
}

/// A connection to a bus. Every call may block for as long as its limit says.
private final class DBusConnection {
    private let library = csdbus_load().pointee
    private let bus: OpaquePointer
    private let milliseconds: UInt64
    /// Whether something other than an answer ended a call, after which nothing more can be expected.
    private(set) var isBroken = false

    /// Connects, and waits until the bus has let us in and given us a name.
    init(_ address: String, milliseconds: UInt64) throws(ServiceError) {
        self.milliseconds = milliseconds
        if let reason = library.failure {
            throw ServiceError(
                .unavailable,
                "feedbackd cannot be reached, since libsystemd cannot be loaded: \(String(cString: reason))",
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

    /// Calls a method and waits for its answer.
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
        // Signals and late answers may have come between, and nothing else takes them.
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

    /// The error of a call: what the peer answers, or what kept it from answering.
    private func failure(_ call: DBusCall, _ problem: csdbus_error, _ status: Int32) -> ServiceError {
        let name = problem.name.map { String(cString: $0) } ?? ""
        // sd-bus gives its own errors names as well.
        let ownNames = ["Timeout", "InconsistentMessage", "Disconnected", "NoMemory"]
        let isAnswer =
            !name.isEmpty && !name.hasPrefix("System.Error.")
            && !ownNames.contains { name == "org.freedesktop.DBus.Error.\($0)" }
        guard isAnswer, library.sd_bus_is_open(bus) > 0 else {
            isBroken = true
            return Self.failure(status)
        }
        let isMissing = ["UnknownMethod", "UnknownInterface", "UnknownObject"].contains { name.hasSuffix(".\($0)") }
        return ServiceError(
            isMissing ? .unsupported : .unavailable,
            "\(call.destination) answers \(call.member) with \(name)",
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
            case ETIMEDOUT: "the bus gives no answer"
            case EPERM, EACCES: "the bus does not let us in"
            case EBADMSG, EPROTO: "the bus sends what is no message"
            case let number: "the connection to the bus failed: \(SystemFailure.text(number))"
            }
        return ServiceError(.unavailable, message, remedy: "log in to a desktop session, or start feedbackd")
    }
}
