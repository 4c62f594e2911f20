import HapticPatterns

/// Where a bus listens (D-Bus specification, "Server Addresses"): the sockets of this machine that an address names.
struct DBusAddress: Sendable, Hashable {
    /// The socket's path, or its name when it is abstract.
    var name: String

    /// Whether the name is one that has no file.
    var isAbstract: Bool

    /// The addresses of the user's session.
    ///
    /// - Parameter environment: `DBUS_SESSION_BUS_ADDRESS`, or `XDG_RUNTIME_DIR` whose file `bus` is the usual place.
    static func session(_ environment: [String: String]) -> [DBusAddress] {
        if let text = environment["DBUS_SESSION_BUS_ADDRESS"], !text.isEmpty { return addresses(in: text) }
        guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else { return [] }
        return [DBusAddress(name: "\(folder)/bus", isAbstract: false)]
    }

    /// The sockets that a text names, of `unix:path=/run/user/1000/bus,guid=…;unix:abstract=…`.
    static func addresses(in text: String) -> [DBusAddress] {
        text.split(separator: ";").compactMap { part in
            guard part.hasPrefix("unix:") else { return nil }
            for pair in part.dropFirst(5).split(separator: ",") {
                guard let sign = pair.firstIndex(of: "="), let value = unescaped(pair[pair.index(after: sign)...]),
                    !value.isEmpty
                else { continue }
                switch pair[..<sign] {
                case "path": return DBusAddress(name: value, isAbstract: false)
                case "abstract": return DBusAddress(name: value, isAbstract: true)
                default: continue
                }
            }
            return nil
        }
    }

    private static func unescaped(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), rest.count >= 2 else {
                return nil
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        guard !bytes.contains(0) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
