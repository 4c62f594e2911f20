import HapticPatterns

/// A value as D-Bus sends it, of the types that are needed here.
indirect enum DBusValue: Sendable, Hashable {
    case string(String)
    case path(String)
    case signature(String)
    case boolean(Bool)
    case int32(Int32)
    case uint32(UInt32)
    case double(Double)
    case structure([DBusValue])
    /// Values of one type, whose signature is named since there may be none.
    case array(of: String, [DBusValue])
    /// An empty `a{sv}`.
    case noHints

    /// The signature of the type (D-Bus specification, "Type System").
    var signature: String {
        switch self {
        case .string: "s"
        case .path: "o"
        case .signature: "g"
        case .boolean: "b"
        case .int32: "i"
        case .uint32: "u"
        case .double: "d"
        case .structure(let members): "(\(members.map(\.signature).joined()))"
        case .array(let element, _): "a\(element)"
        case .noHints: "a{sv}"
        }
    }
}

/// Puts values into bytes, little end first, each at a multiple of its size (D-Bus specification, "Marshaling").
struct DBusEncoder {
    private(set) var bytes: [UInt8] = []

    /// Adds zeros up to a multiple.
    mutating func align(to size: Int) {
        while bytes.count % size != 0 { bytes.append(0) }
    }

    /// Adds a value.
    mutating func add(_ value: DBusValue) {
        switch value {
        case .string(let text), .path(let text):
            // A zero ends a string, so none may stand in it.
            let content = text.utf8.filter { $0 != 0 }
            add(UInt32(clamping: content.count))
            bytes += content
            bytes.append(0)
        case .signature(let text):
            bytes.append(UInt8(clamping: text.utf8.count))
            bytes += text.utf8
            bytes.append(0)
        case .boolean(let truth): add(UInt32(truth ? 1 : 0))
        case .int32(let number): add(UInt32(bitPattern: number))
        case .uint32(let number): add(number)
        case .double(let number): add(number.bitPattern)
        case .structure(let members):
            align(to: 8)
            for member in members { add(member) }
        case .array(let element, let values):
            addArray(alignment: Self.alignment(of: element)) { encoder in
                for value in values { encoder.add(value) }
            }
        case .noHints: addArray(alignment: 8) { _ in }
        }
    }

    /// Adds an array: its length in bytes, which the space before its first element is no part of.
    mutating func addArray(alignment: Int, _ body: (inout DBusEncoder) -> Void) {
        align(to: 4)
        let place = bytes.count
        add(UInt32(0))
        align(to: alignment)
        let start = bytes.count
        body(&self)
        let length = UInt32(clamping: bytes.count - start)
        for index in 0..<4 { bytes[place + index] = UInt8(truncatingIfNeeded: length >> UInt32(index * 8)) }
    }

    /// Adds a byte.
    mutating func add(byte: UInt8) { bytes.append(byte) }

    private mutating func add<Number: FixedWidthInteger>(_ number: Number) {
        let size = Number.bitWidth / 8
        align(to: size)
        for index in 0..<size { bytes.append(UInt8(truncatingIfNeeded: number >> (index * 8))) }
    }

    private static func alignment(of signature: String) -> Int {
        switch signature.first {
        case "(", "{", "d", "x", "t": 8
        case "y", "g", "v": 1
        case "n", "q": 2
        default: 4
        }
    }
}
