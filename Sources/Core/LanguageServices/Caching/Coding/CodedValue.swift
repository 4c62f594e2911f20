/// A value as it lies in a ``ResponseStore``: what remains of a `Codable` type without its Swift types.
enum CodedValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case number(Double)
    case text(String)
    case list([CodedValue])
    case object([String: CodedValue])
}

// MARK: - As bytes

extension CodedValue {
    /// Writes the value: a byte for its type, then what it holds, with counts before texts, lists and objects.
    func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes.append(0)
        case .bool(let value): bytes.append(value ? 2 : 1)
        case .integer(let value):
            bytes.append(3)
            Self.write(UInt64(bitPattern: value << 1 ^ value >> 63), to: &bytes)
        case .unsigned(let value):
            bytes.append(4)
            Self.write(value, to: &bytes)
        case .number(let value):
            bytes.append(5)
            withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
        case .text(let value):
            bytes.append(6)
            Self.write(value, to: &bytes)
        case .list(let values):
            bytes.append(7)
            Self.write(UInt64(values.count), to: &bytes)
            for value in values { value.write(to: &bytes) }
        case .object(let members):
            bytes.append(8)
            Self.write(UInt64(members.count), to: &bytes)
            // In one order, so that equal answers are equal bytes.
            for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                Self.write(name, to: &bytes)
                value.write(to: &bytes)
            }
        }
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        write(UInt64(text.utf8.count), to: &bytes)
        bytes.append(contentsOf: text.utf8)
    }

    /// Seven bits a byte, the lowest first; the highest bit says that more follow.
    private static func write(_ number: UInt64, to bytes: inout [UInt8]) {
        var rest = number
        while rest > 0x7F {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }
}

/// Reads values from bytes that may be damaged.
struct CodedReader {
    /// The bytes are no values.
    struct Malformed: Error {}

    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// What has not been read.
    var remainder: ArraySlice<UInt8> { rest }

    /// The next value.
    mutating func value() throws(Malformed) -> CodedValue { try value(depth: 0) }

    private mutating func value(depth: Int) throws(Malformed) -> CodedValue {
        // No answer is nested so deep, and what is would exhaust the stack.
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
            for (place, byte) in try take(8).enumerated() { bits |= UInt64(byte) << UInt64(place * 8) }
            return .number(Double(bitPattern: bits))
        case 6: return .text(try text())
        case 7:
            var values: [CodedValue] = []
            for _ in 0..<(try count()) { values.append(try value(depth: depth + 1)) }
            return .list(values)
        case 8:
            var members: [String: CodedValue] = [:]
            for _ in 0..<(try count()) {
                let name = try text()
                members[name] = try value(depth: depth + 1)
            }
            return .object(members)
        default: throw Malformed()
        }
    }

    private mutating func text() throws(Malformed) -> String {
        guard let text = String(validating: try take(try count()), as: UTF8.self) else { throw Malformed() }
        return text
    }

    /// A count of things of which each has a byte at least.
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
