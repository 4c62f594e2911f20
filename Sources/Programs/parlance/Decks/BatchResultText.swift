import Decks
import JSON
import LanguageServices
import Platform
import ServiceClient
import ServiceConfiguration
import Synchronization

/// The result of a batch, as text and JSON.
struct BatchResultText {
    /// The output file.
    let output: String
    let summary: BatchSummary
    let counts: BatchTally.Counts
    let action: BatchAction

    /// The one-line summary.
    var line: String {
        var parts = ["\(counts[.ok]) \(action.done)"]
        if counts[.kept] > 0 { parts.append("\(counts[.kept]) already filled") }
        if counts[.skipped] > 0 {
            let reasons = Self.reasons.compactMap { reason, text in counts.reasons[reason].map { "\($0) \(text)" } }
            parts.append("\(counts[.skipped]) skipped (\(reasons.joined(separator: ", ")))")
        }
        if counts[.failed] > 0 { parts.append("\(counts[.failed]) failed") }
        return "\(output)  \(Self.count(summary.forecast.notes, "note")): \(parts.joined(separator: ", "))"
    }

    private static let reasons: [(NoteReport.Reason, String)] = [
        (.noField, "without the fields"), (.emptySource, "empty"), (.nothingToDo, "without text"),
        (.otherShard, "in other parts"), (.beyondLimit, "beyond the limit"),
    ]

    /// Notes for the user that are not failures.
    var notes: [String] {
        var notes: [String] = []
        if action.reportsGuesses { notes += guesses }
        let known = summary.forecast.textsKnown
        if known > 0 {
            notes.append(
                "\(Self.count(known, "answer")) \(known == 1 ? "is" : "are") from an earlier run; '--restart' discards them"
            )
        }
        let cached = summary.textsCached
        if cached > 0 {
            notes.append("\(Self.count(cached, "answer")) came from the cache; '--refresh' ignores the cache")
        }
        if let beyond = counts.reasons[.beyondLimit] {
            notes.append("\(Self.count(beyond, "note")) left for another run")
        }
        if counts[.failed] > 0, counts[.ok] + counts[.kept] > 0 {
            notes.append("failed notes are unchanged; '--retry-failed' retries them")
        }
        if counts.notFound > 0, let further = action.searchFurther { notes.append(further) }
        return notes
    }

    private var guesses: [String] {
        var notes: [String] = []
        let forms = counts.steps[TranslationMatch.Step.lemma.rawValue] ?? 0
        if forms > 0 { notes.append("\(Self.count(forms, "text")) found through another form of the word") }
        let guesses = Self.guesses.compactMap { step, text in counts.steps[step.rawValue].map { "\($0) \(text)" } }
        if !guesses.isEmpty {
            notes.append(
                "some translations are guesses: \(guesses.joined(separator: ", ")); '--report FILE' lists them, and "
                    + "without '--match' they are omitted"
            )
        }
        return notes
    }

    static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    private static let guesses: [(TranslationMatch.Step, String)] = [
        (.expression, "by an expression in the text"), (.spelling, "by close spelling"), (.gloss, "word by word"),
    ]

    /// The result as a JSON object.
    var value: JSONValue {
        let reasons = NoteReport.Reason.allCases.compactMap { reason in
            counts.reasons[reason].map { (reason.rawValue, JSONValue.integer($0)) }
        }
        func numbers(_ counts: [String: Int]) -> JSONValue {
            .object(counts.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) })
        }
        return .object(known: [
            ("file", .string(output)), ("notes", .integer(summary.forecast.notes)),
            ("ok", .integer(counts[.ok])), ("kept", .integer(counts[.kept])), ("skipped", .integer(counts[.skipped])),
            ("failed", .integer(counts[.failed])), ("reasons", .object(reasons)),
            ("differentTexts", .integer(summary.forecast.uniqueTexts)),
            ("known", .integer(summary.forecast.textsKnown)), ("asked", .integer(summary.textsSent)),
            ("requests", .integer(summary.requests)), ("steps", numbers(counts.steps)),
            ("providers", numbers(counts.providers)),
            ("cached", summary.textsCached > 0 ? .integer(summary.textsCached) : nil),
        ])
    }
}

/// The wording for what a batch does to notes.
struct BatchAction: Sendable {
    /// The past participle for messages: `translated`.
    var done: String

    /// The name of an answer in reports: `text`, `file`.
    var answer: String

    /// Whether the number of guesses is reported.
    var reportsGuesses = false

    /// Advice on how to find the missing answers.
    var searchFurther: String?

    /// Formats an answer for a report.
    var value: @Sendable (BatchAnswer) -> JSONValue = { .string($0.text) }

    static let translate = BatchAction(done: "translated", answer: "text", reportsGuesses: true)
    static let gloss = BatchAction(done: "glossed", answer: "text")
    static let speak = BatchAction(done: "spoken", answer: "file")
    static let sentences = BatchAction(
        done: "given sentences",
        answer: "sentences",
        value: { .array(($0.sentences ?? []).map { SentenceJSON.value($0) }) }
    )
}

/// Writes the outcome of each note as one JSON object per line; the file gets its final name when it is complete.
final class BatchReportFile: Sendable {
    private struct State: ~Copyable {
        var file: AtomicFile?
        var waiting: [UInt8] = []
    }

    private let path: String
    private let action: BatchAction
    private let state = Mutex(State())

    /// - Parameters:
    ///   - path: The output path.
    ///   - action: The wording and format of answers.
    /// - Throws: ``CommandFailure`` when the file cannot be written. Nothing is written before the first note is added.
    init(path: String, action: BatchAction) throws {
        self.path = path
        self.action = action
        AtomicFile.removeLeftovers(of: path)
        _ = try CommandFailure.creating { try AtomicFile(path: path) }
    }

    /// Adds a note.
    func add(_ note: NoteReport) throws {
        var line = JSONWriter.bytes(value(note))
        line.append(UInt8(ascii: "\n"))
        try state.withLock { state in
            if state.file == nil { state.file = try AtomicFile(path: path) }
            state.waiting += line
            if state.waiting.count >= 1 << 16 { try Self.flush(&state) }
        }
    }

    /// Moves the file to its final name, even if no note was added.
    func finish() throws {
        try state.withLock { state in
            if state.file == nil { state.file = try AtomicFile(path: path) }
            try Self.flush(&state)
            try state.file.take()?.commit()
        }
    }

    private static func flush(_ state: inout State) throws(ServiceError) {
        try state.file?.write(state.waiting)
        state.waiting.removeAll(keepingCapacity: true)
    }

    private func value(_ note: NoteReport) -> JSONValue {
        .object(known: [
            ("note", .integer(note.number + 1)), ("place", .string(note.position.description)),
            ("guid", note.guid.map(JSONValue.string)), ("outcome", .string(note.outcome.rawValue)),
            ("reason", note.reason.map { .string($0.rawValue) }),
            ("texts", note.texts.isEmpty ? nil : .strings(note.texts)),
            ("answers", note.answers.isEmpty ? nil : .array(note.answers.map(value))),
            ("error", note.error.map(ReportJSON.value)),
        ])
    }

    private func value(_ found: BatchAnswer) -> JSONValue {
        .object(known: [
            (action.answer, action.value(found)), ("provider", found.provider.map { .string($0.rawValue) }),
            ("step", found.step.map(JSONValue.string)),
        ])
    }
}
