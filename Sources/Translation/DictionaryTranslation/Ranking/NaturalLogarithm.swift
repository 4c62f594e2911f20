import Platform

/// Logarithms of counts.
enum NaturalLogarithm {
    /// The logarithm of one more than a count, which is 0 for none.
    static func onePlus(_ count: Double) -> Double { log1p(count) }
}
