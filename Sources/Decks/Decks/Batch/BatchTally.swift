package import LanguageServices
import Synchronization

/// Counts what became of the notes of a deck, and says of the first failures what they are.
package final class BatchTally: Sendable {
    /// What has been counted.
    package struct Counts: Sendable {
        /// How many notes had an outcome.
        package var outcomes: [NoteReport.Outcome: Int] = [:]
        /// Why notes were passed over.
        package var reasons: [NoteReport.Reason: Int] = [:]
        /// How the texts of changed notes were found in a dictionary.
        package var steps: [String: Int] = [:]
        /// Who answered the texts of changed notes.
        package var providers: [String: Int] = [:]
        /// How many notes failed because nobody knew a text.
        package var notFound = 0
        /// What the last note failed with.
        package var lastError: ServiceError?

        /// How many notes had an outcome.
        package subscript(outcome: NoteReport.Outcome) -> Int { outcomes[outcome] ?? 0 }
    }

    fileprivate struct State {
        var counts = Counts()
        /// How many failures have been told.
        var told = 0
        var saidMore = false
        /// The reasons of failures, in the order in which they came.
        var reasons: [Reason] = []
        var places: [String: Int] = [:]
    }

    /// The notes that failed for the same reason.
    fileprivate struct Reason {
        let first: NotePosition
        /// The texts that were told: one that stands in many notes fails in all of them.
        var texts: Set<String>
        var more = 0
    }

    private let state = Mutex(State())
    private let rest: String
    private let complain: @Sendable (String) -> Void

    /// So many different failures are told one by one; who wants to know of all asks for a report.
    fileprivate static let told = 20

    /// So many texts are told that fail for the same reason.
    fileprivate static let toldOfReason = 3

    /// Creates a tally in which nothing is counted.
    ///
    /// - Parameters:
    ///   - rest: What is said once instead of all failures after the first ones.
    ///   - complain: Told of the first failures.
    package init(rest: String, complain: @escaping @Sendable (String) -> Void) {
        self.rest = rest
        self.complain = complain
    }

    /// What has been counted so far.
    package var counts: Counts { state.withLock { $0.counts } }

    /// Counts a note.
    package func add(_ note: NoteReport) {
        let message = state.withLock { state -> String? in
            state.counts.add(note)
            guard note.outcome == .failed, let error = note.error else { return nil }
            return state.message(of: note, error, rest)
        }
        if let message { complain(message) }
    }

    /// Says how many notes failed for reasons that were told of others.
    package func end() {
        let reasons = state.withLock { $0.reasons }
        for reason in reasons where reason.more > 0 {
            complain("and \(reason.more) more for the same reason as \(reason.first)")
        }
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

extension BatchTally.State {
    /// What is said of a note that failed, if anything.
    fileprivate mutating func message(of note: NoteReport, _ error: ServiceError, _ rest: String) -> String? {
        let text = Self.shortened(note.texts)
        if let place = places[error.description] {
            guard told < BatchTally.told, reasons[place].texts.count < BatchTally.toldOfReason,
                reasons[place].texts.insert(text).inserted
            else {
                reasons[place].more += 1
                return nil
            }
        } else if told < BatchTally.told {
            places[error.description] = reasons.count
            reasons.append(BatchTally.Reason(first: note.place, texts: [text]))
        } else {
            defer { saidMore = true }
            return saidMore ? nil : rest
        }
        told += 1
        // Most dictionaries name the text themselves.
        let isNamed = text.isEmpty || error.message.contains(text)
        return isNamed ? "\(note.place): \(error)" : "\(note.place): '\(text)': \(error)"
    }

    private static func shortened(_ texts: [String]) -> String {
        let text = texts.first ?? ""
        let start = text.prefix(40)
        return start.utf8.count < text.utf8.count || texts.count > 1 ? "\(start)…" : text
    }
}
