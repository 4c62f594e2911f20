package import LanguageServices
import Synchronization

/// Counts the outcomes for the notes in a deck, and reports the first failures.
package final class BatchTally: Sendable {
    /// The counts.
    package struct Counts: Sendable {
        /// The number of notes by outcome.
        package var outcomes: [NoteReport.Outcome: Int] = [:]
        /// The number of skipped notes by reason.
        package var reasons: [NoteReport.Reason: Int] = [:]
        /// The number of changed notes by the dictionary lookup step that found the translation.
        package var steps: [String: Int] = [:]
        /// The number of changed notes by provider.
        package var providers: [String: Int] = [:]
        /// The number of notes that failed because no provider knew a text.
        package var notFound = 0
        /// The error for the last failed note.
        package var lastError: ServiceError?

        /// The number of notes with an outcome.
        package subscript(outcome: NoteReport.Outcome) -> Int { outcomes[outcome] ?? 0 }
    }

    fileprivate struct State {
        var counts = Counts()
        /// The number of reported failures.
        var reported = 0
        var hasNotedOverflow = false
        /// The reasons of failures, in order of appearance.
        var reasons: [Reason] = []
        var indices: [String: Int] = [:]
    }

    /// The notes that failed for the same reason.
    fileprivate struct Reason {
        let first: NotePosition
        /// The texts already reported, because a failing text fails in every note that contains it.
        var texts: Set<String>
        var more = 0
    }

    private let state = Mutex(State())
    private let overflowNotice: String
    private let warn: @Sendable (String) -> Void

    /// The maximum number of different failures reported individually; a report file lists all.
    fileprivate static let maximumReported = 20

    /// The maximum number of texts reported for the same reason.
    fileprivate static let maximumReportedPerReason = 3

    /// Creates an empty tally.
    ///
    /// - Parameters:
    ///   - overflowNotice: The message that replaces all further failures.
    ///   - warn: Called with the message about a failure.
    package init(overflowNotice: String, warn: @escaping @Sendable (String) -> Void) {
        self.overflowNotice = overflowNotice
        self.warn = warn
    }

    /// The current counts.
    package var counts: Counts { state.withLock { $0.counts } }

    /// Counts a note.
    package func add(_ note: NoteReport) {
        let message = state.withLock { state -> String? in
            state.counts.add(note)
            guard note.outcome == .failed, let error = note.error else { return nil }
            return state.message(of: note, error, overflowNotice)
        }
        if let message { warn(message) }
    }

    /// Reports how many more notes failed for reasons already reported.
    package func end() {
        let reasons = state.withLock { $0.reasons }
        for reason in reasons where reason.more > 0 {
            warn("and \(reason.more) more for the same reason as \(reason.first)")
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
    /// The message for a failed note, if one is due.
    fileprivate mutating func message(of note: NoteReport, _ error: ServiceError, _ overflowNotice: String) -> String? {
        let text = Self.shortened(note.texts)
        if let index = indices[error.description] {
            guard reported < BatchTally.maximumReported,
                reasons[index].texts.count < BatchTally.maximumReportedPerReason,
                reasons[index].texts.insert(text).inserted
            else {
                reasons[index].more += 1
                return nil
            }
        } else if reported < BatchTally.maximumReported {
            indices[error.description] = reasons.count
            reasons.append(BatchTally.Reason(first: note.position, texts: [text]))
        } else {
            defer { hasNotedOverflow = true }
            return hasNotedOverflow ? nil : overflowNotice
        }
        reported += 1
        // The errors from most dictionaries already quote the text.
        let isNamed = text.isEmpty || error.message.contains(text)
        return isNamed ? "\(note.position): \(error)" : "\(note.position): '\(text)': \(error)"
    }

    private static func shortened(_ texts: [String]) -> String {
        let text = texts.first ?? ""
        let start = text.prefix(40)
        return start.utf8.count < text.utf8.count || texts.count > 1 ? "\(start)…" : text
    }
}
