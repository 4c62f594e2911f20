import Synchronization

/// What the user should know of texts that were spoken, counted.
final class NoticeLog: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    /// So many different ones are kept; a notice may quote its text.
    private static let most = 100

    /// Counts the notices of a text.
    func add(_ notices: [String]) {
        counts.withLock { counts in
            for notice in notices where counts[notice] != nil || counts.count < Self.most {
                counts[notice, default: 0] += 1
            }
        }
    }

    /// A line for each, the most frequent first.
    var lines: [String] {
        let sorted = counts.withLock { $0 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        return sorted.map { notice, count in count == 1 ? notice : "\(count) texts: \(notice)" }
    }
}
