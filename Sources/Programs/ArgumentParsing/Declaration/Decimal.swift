/// Reads and writes numbers the way a command line means them.
enum Decimal {
    /// The finite number that `text` spells in decimal digits.
    ///
    /// Narrower than `Double.init`, which also knows `nan`, `infinity` and `0x1p3`.
    @Sendable static func number(_ text: String) -> Double? {
        guard text.utf8.allSatisfy(isPartOfNumber), let number = Double(text), number.isFinite else { return nil }
        return number
    }

    /// The whole number that `text` spells in decimal digits.
    @Sendable static func integer(_ text: String) -> Int? {
        Int(text)
    }

    /// `number` without a needless `.0`: `3`, `0.3`.
    static func text(_ number: Double) -> String {
        let text = "\(number)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// Whether `byte` is an ASCII digit.
    static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isPartOfNumber(_ byte: UInt8) -> Bool {
        isDigit(byte) || "+-.eE".utf8.contains(byte)
    }
}
