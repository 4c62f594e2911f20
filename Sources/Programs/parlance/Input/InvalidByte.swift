/// The first byte of a text that is no part of a UTF-8 character.
struct InvalidByte {
    /// Where it stands, from 0.
    let offset: Int

    private let byte: UInt8

    /// Looks for it in bytes of which it is known that they are not UTF-8.
    init(in bytes: [UInt8]) {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var valid = 0
        while case .scalarValue(let scalar) = decoder.decode(&iterator) { valid += UTF8.width(scalar) }
        offset = min(valid, max(0, bytes.count - 1))
        byte = bytes.dropFirst(offset).first ?? 0
    }

    /// What to say of it.
    var complaint: String { "the byte 0x\(String(byte, radix: 16)) is not UTF-8" }
}
