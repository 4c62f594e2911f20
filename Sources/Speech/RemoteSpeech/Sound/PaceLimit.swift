import LanguageServices

/// Ends an answer that comes too slowly to come from somebody who speaks.
///
/// Time counts only while somebody waits for the server. It may take the time of a request for the first sound, and four
/// times as long as what it has said lasts for the rest.
struct PaceLimit: Sendable {
    private let allowance: Duration
    private var waited = Duration.zero

    init(allowance: Duration) { self.allowance = allowance }

    /// Takes note of a wait.
    ///
    /// - Returns: Whether the server may go on.
    mutating func mayGoOn(after wait: Duration, sound: Duration) -> Bool {
        waited += wait
        return waited <= allowance + sound * 4
    }
}
