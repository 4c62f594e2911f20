/// The versions of the Model Context Protocol that are spoken.
///
/// Up to 2025-11-25 a client begins with `initialize`; from 2026-07-28 on there is no beginning, and each request says in its
/// `_meta` which version it is in. Both kinds of client are answered, each request by itself.
enum ProtocolVersion {
    /// The versions without a beginning, the newest first.
    static let modern = ["2026-07-28"]

    /// The versions with `initialize`, the newest first.
    static let withHandshake = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]

    /// What `initialize` is answered with: the version that the client wants, or else the newest.
    static func negotiated(_ wanted: String?) -> String {
        wanted.flatMap { withHandshake.contains($0) ? $0 : nil } ?? withHandshake[0]
    }
}
