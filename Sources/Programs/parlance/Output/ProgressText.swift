/// The parts of a line that says how far work has come.
enum ProgressText {
    /// How many a second, in few digits.
    ///
    /// - Parameters:
    ///   - done: How many were done.
    ///   - time: In how much time.
    static func rate(_ done: Int, in time: Duration) -> String {
        let perSecond = Double(done) / max(time / .seconds(1), 0.001)
        return perSecond >= 10 ? "\(Int(perSecond))/s" : "\(Double(Int(perSecond * 10)) / 10)/s"
    }

    /// How long the rest takes when it goes on like this, as `0:12` or `1:02:03`.
    static func left(_ rest: Int, after done: Int, in time: Duration) -> String {
        let perSecond = Double(done) / max(time / .seconds(1), 0.001)
        return "\(clock(Double(rest) / max(perSecond, 0.001))) left"
    }

    /// A text with a bar before it, as far as there is room.
    static func barred(_ text: String, _ done: Int, of total: Int, width columns: Int) -> String {
        guard columns >= text.count + 16 else { return text }
        let width = min(30, columns - text.count - 4)
        let filled = total > 0 ? min(width, Int(Double(width) * Double(done) / Double(total))) : 0
        return "[\(String(repeating: "#", count: filled))\(String(repeating: ".", count: width - filled))] \(text)"
    }

    private static func clock(_ seconds: Double) -> String {
        let whole = seconds < 1e6 ? Int(seconds.rounded(.up)) : 1_000_000
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return whole >= 3600
            ? "\(whole / 3600):\(padded(whole / 60 % 60)):\(padded(whole % 60))" : "\(whole / 60):\(padded(whole % 60))"
    }
}
