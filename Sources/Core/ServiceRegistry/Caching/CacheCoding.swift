import LanguageServices

extension EncodedValue {
    /// Writes the value: a type byte, then the content; the content of strings, arrays and objects starts with their
    /// count.
    func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes.append(0)
        case .bool(let value): bytes.append(value ? 2 : 1)
        case .integer(let value):
            bytes.append(3)
            bytes.append(variableLength: UInt64(bitPattern: value << 1 ^ value >> 63))
        case .unsigned(let value):
            bytes.append(4)
            bytes.append(variableLength: value)
        case .number(let value):
            bytes.append(5)
            withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
        case .text(let value):
            bytes.append(6)
            Self.write(value, to: &bytes)
        case .list(let values):
            bytes.append(7)
            bytes.append(variableLength: UInt64(values.count))
            for value in values { value.write(to: &bytes) }
        case .object(let members):
            bytes.append(8)
            bytes.append(variableLength: UInt64(members.count))
            // The members are sorted so that equal answers have equal bytes.
            for (name, value) in members.sorted(by: { $0.name < $1.name }) {
                Self.write(name, to: &bytes)
                value.write(to: &bytes)
            }
        }
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(variableLength: UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }
}

/// Reads values from bytes that may be damaged.
struct ValueReader {
    /// The bytes are malformed.
    struct Malformed: Error {}

    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// The bytes not yet read.
    var remainder: ArraySlice<UInt8> { rest }

    /// The next value.
    mutating func value() throws(Malformed) -> EncodedValue { try value(depth: 0) }

    private mutating func value(depth: Int) throws(Malformed) -> EncodedValue {
        // Answers are never nested more deeply; unlimited nesting could exhaust the stack.
        guard depth < 32, let type = rest.popFirst() else { throw Malformed() }
        switch type {
        case 0: return .null
        case 1, 2: return .bool(type == 2)
        case 3:
            let number = try number()
            return .integer(Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1))
        case 4: return .unsigned(try number())
        case 5:
            var bits: UInt64 = 0
            for (index, byte) in try take(8).enumerated() { bits |= UInt64(byte) << UInt64(index * 8) }
            return .number(Double(bitPattern: bits))
        case 6: return .text(try text())
        case 7:
            var values: [EncodedValue] = []
            for _ in 0..<(try count()) { values.append(try value(depth: depth + 1)) }
            return .list(values)
        case 8:
            var members: [(String, EncodedValue)] = []
            for _ in 0..<(try count()) { members.append((try text(), try value(depth: depth + 1))) }
            return .object(members)
        default: throw Malformed()
        }
    }

    private mutating func text() throws(Malformed) -> String {
        guard let text = String(validating: try take(try count()), as: UTF8.self) else { throw Malformed() }
        return text
    }

    /// The number of elements that follow, each at least one byte long.
    private mutating func count() throws(Malformed) -> Int {
        guard let count = Int(exactly: try number()), count <= rest.count else { throw Malformed() }
        return count
    }

    private mutating func number() throws(Malformed) -> UInt64 {
        var number: UInt64 = 0
        for shift in stride(from: UInt64(0), through: 63, by: 7) {
            guard let byte = rest.popFirst() else { throw Malformed() }
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return number }
        }
        throw Malformed()
    }

    private mutating func take(_ count: Int) throws(Malformed) -> ArraySlice<UInt8> {
        guard count <= rest.count else { throw Malformed() }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}
