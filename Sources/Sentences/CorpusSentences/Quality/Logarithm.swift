/// Logarithms without the mathematical library of the system, so that a ranking is the same on every machine.
enum Logarithm {
    /// The decimal logarithm of a positive number; 0 for all others.
    static func ten(_ number: Double) -> Double { natural(number) / 2.302585092994046 }

    /// The natural logarithm of a positive number; 0 for all others.
    static func natural(_ number: Double) -> Double {
        guard number > 0, number.isFinite else { return 0 }
        // ln(m · 2^e) = ln m + e · ln 2, with ln m by the series of artanh, which is short between 1 and 2.
        let ratio = (number.significand - 1) / (number.significand + 1)
        var power = ratio
        var sum = 0.0
        for place in stride(from: 1.0, through: 31, by: 2) {
            sum += power / place
            power *= ratio * ratio
        }
        return 2 * sum + Double(number.exponent) * 0.6931471805599453
    }
}
