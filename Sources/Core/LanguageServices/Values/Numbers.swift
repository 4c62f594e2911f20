/// Conversions of `Double` to integers.
package enum WholeNumber {
    /// The number as an integer if it is whole and in range, otherwise `nil`.
    ///
    /// `Int(exactly:)` does the same but calls `trunc` from the C maths library, which is not linked into a program
    /// that imports no C library.
    package static func int(_ number: Double) -> Int? {
        guard number >= -0x1p63, number < 0x1p63 else { return nil }
        let whole = Int(number)
        return Double(whole) == number ? whole : nil
    }

    /// The number without a trailing `.0`: `2`, not `2.0`.
    package static func text(_ number: Double) -> String {
        int(number).map(String.init) ?? String(number)
    }
}

/// A sine function with the same result on every machine. The maths libraries of different systems differ in the last
/// digits.
package enum Sine {
    /// The sine of an angle in turns (1 is a full circle), with an error of about 4 · 10⁻⁹.
    @inlinable package static func value(turns: Double) -> Double {
        // Reduce to −0.5…0.5 of a turn, then fold to −0.25…0.25. `rounded()` would call the C maths library, which is
        // not linked into a program that imports no C library. Numbers beyond ±2⁵² have no fractional part.
        guard turns > -0x1p52, turns < 0x1p52 else { return 0 }
        var angle = turns - Double(Int(turns + (turns < 0 ? -0.5 : 0.5)))
        if angle > 0.25 { angle = 0.5 - angle }
        if angle < -0.25 { angle = -0.5 - angle }
        let x = angle * 2 * Double.pi
        let square = x * x
        // The Taylor series up to the 13th power.
        let inner = 1 - square / 110 * (1 - square / 156)
        return x * (1 - square / 6 * (1 - square / 20 * (1 - square / 42 * (1 - square / 72 * inner))))
    }
}
