/// Tells whole numbers from others.
package enum WholeNumber {
    /// The number as an integer when it is whole and fits, else `nil`.
    ///
    /// `Int(exactly:)` says the same but calls `trunc` from the C maths library, which a program that imports no C
    /// library does not link.
    package static func int(_ number: Double) -> Int? {
        guard number >= -0x1p63, number < 0x1p63 else { return nil }
        let whole = Int(number)
        return Double(whole) == number ? whole : nil
    }

    /// The number as people write it: `2`, not `2.0`.
    package static func text(_ number: Double) -> String {
        int(number).map(String.init) ?? String(number)
    }
}
