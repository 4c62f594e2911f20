import CCurl
import Platform

/// When a server wants to be asked again.
///
/// Understood are `Retry-After-Ms` (milliseconds, as servers of the OpenAI kind send it), `Retry-After` in seconds, also
/// with a fraction, and `Retry-After` as a date (RFC 9110 §10.2.3). A date is counted from the `Date` of the same answer,
/// so that a wrong clock on this machine does no harm.
public enum RetryAfter {
    /// The time to wait; `nil` when the server says nothing that can be understood. Never negative, at most 30 days.
    public static func wait(_ headers: HTTPHeaders) -> Duration? {
        if let text = headers["Retry-After-Ms"], let milliseconds = Double(text), milliseconds.isFinite {
            return bounded(milliseconds / 1000)
        }
        guard let text = headers["Retry-After"] else { return nil }
        if let seconds = Double(text) { return seconds.isFinite ? bounded(seconds) : nil }
        let date = ccurl_date(text)
        guard date >= 0 else { return nil }
        let told = headers["Date"].map { ccurl_date($0) } ?? -1
        return bounded(Double(date - (told >= 0 ? told : Int64(time(nil)))))
    }

    private static func bounded(_ seconds: Double) -> Duration { .seconds(min(max(0, seconds), 30 * 86_400)) }
}
