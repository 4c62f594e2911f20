import Decks
import LanguageServices
import ServiceConfiguration
import Synchronization

/// Counts what became of the notes of a deck, and says of the first failures what they are.
final class BatchTally: Sendable {
    /// What has been counted.
    struct Counts: Sendable {
        var outcomes: [NoteReport.Outcome: Int] = [:]
        var reasons: [NoteReport.Reason: Int] = [:]
        /// How the texts of changed notes were found in a dictionary.
        var steps: [String: Int] = [:]
        /// Who answered the texts of changed notes.
        var providers: [String: Int] = [:]
        var lastError: ServiceError?

        /// How many notes had an outcome.
        subscript(outcome: NoteReport.Outcome) -> Int { outcomes[outcome] ?? 0 }
    }

    private let state = Mutex(Counts())
    private let complain: @Sendable (String) -> Void

    /// So many failures are told one by one; who wants to know of all asks for a report.
    private static let told = 20

    /// - Parameter complain: Told of the first failures.
    init(complain: @escaping @Sendable (String) -> Void) { self.complain = complain }

    /// What has been counted so far.
    var counts: Counts { state.withLock { $0 } }

    /// Counts a note.
    func add(_ note: NoteReport) {
        let failures = state.withLock { counts in
            counts.outcomes[note.outcome, default: 0] += 1
            if let reason = note.reason { counts.reasons[reason, default: 0] += 1 }
            if let error = note.error { counts.lastError = error }
            if note.outcome == .ok {
                for answer in note.answers {
                    if let step = answer.step { counts.steps[step, default: 0] += 1 }
                    if let provider = answer.provider { counts.providers[provider.rawValue, default: 0] += 1 }
                }
            }
            return counts[.failed]
        }
        guard note.outcome == .failed, let error = note.error else { return }
        if failures <= Self.told { complain("\(note.place): \(error)") }
        if failures == Self.told + 1 { complain("more notes failed; '--report FILE' lists them all") }
    }
}
