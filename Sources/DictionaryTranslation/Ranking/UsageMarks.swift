/// What labels say against a translation as the usual one.
enum UsageMarks {
    /// From 0, nothing, upwards.
    static func weight(_ labels: [String]) -> Double {
        labels.isEmpty ? 0 : 0.5
    }
}
