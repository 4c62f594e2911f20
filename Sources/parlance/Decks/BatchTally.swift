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
        /// How many notes failed because nobody knew a text.
        var notFound = 0
        var lastError: ServiceError?

        /// How many notes had an outcome.
        subscript(outcome: NoteReport.Outcome) -> Int { outcomes[outcome] ?? 0 }
    }

    private struct State {
        var counts = Counts()
        /// What has been told: a text that stands in many notes fails in all of them.
        var told: Set<String> = []
    }

    private let state = Mutex(State())
    private let complain: @Sendable (String) -> Void

    /// So many different failures are told one by one; who wants to know of all asks for a report.
    private static let told = 20

    /// - Parameter complain: Told of the first failures.
    init(complain: @escaping @Sendable (String) -> Void) { self.complain = complain }

    /// What has been counted so far.
    var counts: Counts { state.withLock { $0.counts } }

    /// Counts a note.
    func add(_ note: NoteReport) {
        let message = state.withLock { state -> String? in
            state.counts.add(note)
            guard note.outcome == .failed, let error = note.error, state.told.count <= Self.told,
                state.told.insert(error.description).inserted
            else { return nil }
            return state.told.count > Self.told
                ? "more notes failed; '--report FILE' lists all of them" : "\(note.place): \(error)"
        }
        if let message { complain(message) }
    }
}

extension BatchTally.Counts {
    fileprivate mutating func add(_ note: NoteReport) {
        outcomes[note.outcome, default: 0] += 1
        if let reason = note.reason { reasons[reason, default: 0] += 1 }
        if let error = note.error {
            lastError = error
            if error.code == .notFound { notFound += 1 }
        }
        guard note.outcome == .ok else { return }
        for answer in note.answers {
            if let step = answer.step { steps[step, default: 0] += 1 }
            if let provider = answer.provider { providers[provider.rawValue, default: 0] += 1 }
        }
    }
}
