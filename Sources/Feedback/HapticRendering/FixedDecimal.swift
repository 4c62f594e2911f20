/// Numbers with a fixed count of decimals, the same on every machine.
enum FixedDecimal {
    /// A number as text, rounded to so many decimals; zeros at the end are left out when `trims` says so.
    ///
    /// - Parameters:
    ///   - value: The number; brought within ±9·10⁹, and 0 for what is none.
    ///   - decimals: How many decimals, 0…6.
    ///   - trims: Whether zeros behind the last other digit, and then the point, are left out.
    static func text(_ value: Double, _ decimals: Int, trims: Bool = true) -> String {
        var unit = 1
        for _ in 0..<min(max(decimals, 0), 6) { unit *= 10 }
        let bounded = value.isNaN ? 0 : min(max(value, -9e9), 9e9)
        let count = Int(abs(bounded) * Double(unit) + 0.5)
        var fraction = unit > 1 ? String(String(unit + count % unit).dropFirst()) : ""
        if trims {
            while fraction.hasSuffix("0") { fraction.removeLast() }
        }
        let sign = bounded < 0 && count > 0 ? "-" : ""
        return sign + String(count / unit) + (fraction.isEmpty ? "" : "." + fraction)
    }
}
