import HapticPatterns

/// A message of D-Bus, version 1 of the protocol.
enum DBusMessage {
    /// The bytes of a method call.
    static func call(
        serial: UInt32,
        destination: String,
        path: String,
        interface: String,
        member: String,
        _ arguments: [DBusValue]
    ) -> [UInt8] {
        var body = DBusEncoder()
        for argument in arguments { body.add(argument) }
        var message = DBusEncoder()
        // Little end first, a method call, no flags, version 1.
        for byte in [UInt8(ascii: "l"), 1, 0, 1] { message.add(byte: byte) }
        message.add(.uint32(UInt32(clamping: body.bytes.count)))
        message.add(.uint32(serial))
        var fields: [(UInt8, DBusValue)] = [
            (1, .path(path)), (2, .string(interface)), (3, .string(member)), (6, .string(destination)),
        ]
        if !arguments.isEmpty { fields.append((8, .signature(arguments.map(\.signature).joined()))) }
        message.addArray(alignment: 8) { encoder in
            for (code, value) in fields {
                encoder.align(to: 8)
                encoder.add(byte: code)
                encoder.add(.signature(value.signature))
                encoder.add(value)
            }
        }
        message.align(to: 8)
        return message.bytes + body.bytes
    }

    /// A message that came.
    struct Received: Sendable, Hashable {
        /// 2 for an answer, 3 for an error, 4 for a signal.
        var kind: UInt8
        /// The serial of the call that it answers.
        var answers: UInt32?
        /// The name of an error.
        var errorName: String?
        /// The signature of the body.
        var signature = ""
        /// The body.
        var body: [UInt8]
        private let isBig: Bool

        /// How many bytes a message has in all, by its first sixteen; `nil` when they begin none, or one larger than a
        /// megabyte.
        static func length(of head: [UInt8]) -> Int? {
            guard head.count >= 16, head[0] == UInt8(ascii: "l") || head[0] == UInt8(ascii: "B"), head[3] == 1 else {
                return nil
            }
            var reader = DBusReader(bytes: head, place: 4, isBig: head[0] == UInt8(ascii: "B"))
            guard let body = reader.uint32() else { return nil }
            reader.place = 12
            guard let fields = reader.uint32(), body <= 1 << 20, fields <= 1 << 20 else { return nil }
            return (16 + Int(fields) + 7) / 8 * 8 + Int(body)
        }

        /// Reads a whole message; `nil` when it is none.
        init?(_ bytes: [UInt8]) {
            guard let length = Self.length(of: bytes), length <= bytes.count else { return nil }
            isBig = bytes[0] == UInt8(ascii: "B")
            kind = bytes[1]
            var reader = DBusReader(bytes: bytes, place: 12, isBig: isBig)
            guard let fields = reader.uint32() else { return nil }
            let end = 16 + Int(fields)
            while reader.place < end {
                reader.align(to: 8)
                guard let code = reader.byte(), let type = reader.signature() else { return nil }
                switch type {
                case "s", "o":
                    guard let text = reader.string() else { return nil }
                    if code == 4 { errorName = text }
                case "g":
                    guard let text = reader.signature() else { return nil }
                    if code == 8 { signature = text }
                case "u":
                    guard let number = reader.uint32() else { return nil }
                    if code == 5 { answers = number }
                default: return nil
                }
            }
            body = Array(bytes[((end + 7) / 8 * 8)..<length])
        }

        /// The first value of the body, when it is a text.
        var text: String? {
            guard signature.hasPrefix("s") else { return nil }
            var reader = DBusReader(bytes: body, place: 0, isBig: isBig)
            return reader.string()
        }

        /// The first value of the body, when it is a number or a truth.
        var number: UInt32? {
            guard let type = signature.first, "ubi".contains(type) else { return nil }
            var reader = DBusReader(bytes: body, place: 0, isBig: isBig)
            return reader.uint32()
        }
    }
}

/// Takes values out of bytes; gives `nil` where they end too early.
struct DBusReader {
    let bytes: [UInt8]
    var place: Int
    let isBig: Bool

    mutating func align(to size: Int) { place = (place + size - 1) / size * size }

    mutating func byte() -> UInt8? {
        guard place < bytes.count else { return nil }
        defer { place += 1 }
        return bytes[place]
    }

    mutating func uint32() -> UInt32? {
        align(to: 4)
        guard place + 4 <= bytes.count else { return nil }
        defer { place += 4 }
        let four = bytes[place..<(place + 4)]
        return (isBig ? Array(four) : four.reversed()).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }

    mutating func string() -> String? {
        guard let count = uint32() else { return nil }
        return text(Int(count))
    }

    mutating func signature() -> String? {
        guard let count = byte() else { return nil }
        return text(Int(count))
    }

    private mutating func text(_ count: Int) -> String? {
        guard count < bytes.count, place + count + 1 <= bytes.count else { return nil }
        defer { place += count + 1 }
        return String(decoding: bytes[place..<(place + count)], as: UTF8.self)
    }
}
