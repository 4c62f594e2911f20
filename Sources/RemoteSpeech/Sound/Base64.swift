/// Bytes written as text: Base64 (RFC 4648 §4).
enum Base64 {
    /// The bytes; `nil` for what is no Base64. White space between the letters is passed over, and the padding may be missing.
    static func bytes(_ text: String) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count / 4 * 3)
        var bits: UInt32 = 0
        var count = 0
        var isPadded = false
        for letter in text.utf8 {
            if letter == UInt8(ascii: "=") {
                isPadded = true
                continue
            }
            if letter == 10 || letter == 13 || letter == 32 { continue }
            let value = values[Int(letter)]
            guard value < 64, !isPadded else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 1
            if count == 4 {
                result.append(UInt8(truncatingIfNeeded: bits >> 16))
                result.append(UInt8(truncatingIfNeeded: bits >> 8))
                result.append(UInt8(truncatingIfNeeded: bits))
                (bits, count) = (0, 0)
            }
        }
        switch count {
        case 1: return nil
        case 2: result.append(UInt8(truncatingIfNeeded: bits >> 4))
        case 3:
            result.append(UInt8(truncatingIfNeeded: bits >> 10))
            result.append(UInt8(truncatingIfNeeded: bits >> 2))
        default: break
        }
        return result
    }

    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 0xFF, count: 256)
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        for (value, letter) in letters.utf8.enumerated() { values[Int(letter)] = UInt8(value) }
        return values
    }()
}
