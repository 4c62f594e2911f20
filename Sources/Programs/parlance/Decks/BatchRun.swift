import ArgumentParsing
import Decks
import LanguageServices
import Platform
import ServiceRegistry

/// A run of a command that processes the notes of a deck: the shared command-line handling and messages of these
/// commands.
///
/// ```swift
/// let run = try BatchRun(invocation, .translate)
/// let deck = try run.open()
/// return try await run.run(batch(of: deck, options: run.options), asking: members)
/// ```
struct BatchRun: Verb {
    /// The options for the batch.
    let options: BatchOptions

    /// The path of the deck.
    let path: String

    /// The output file; `nil` only with `--dry-run`.
    let output: String?

    /// Whether non-empty fields are overwritten.
    let overwrites: Bool

    /// Prints notices from the providers.
    let notices: BatchNotices

    let invocation: Invocation

    /// Whether this is a dry run.
    let isDryRun: Bool

    private let action: BatchAction
    private let report: String?

    /// Reads ``Options/batch`` and the deck from a command line.
    init(_ invocation: Invocation, _ action: BatchAction) throws {
        let arguments = invocation.arguments
        self.invocation = invocation
        self.action = action
        notices = BatchNotices(console: invocation.console)
        isDryRun = try arguments[Options.dryRun]
        options = try arguments.batchOptions()
        overwrites = try arguments.overwritesFields()
        path = try arguments[Options.deck].first ?? ""
        let named = try arguments[Options.batchOutput]
        output = named == "-" ? "/dev/stdout" : named
        report = try arguments[Options.batchReport]
        if output == nil, !isDryRun {
            throw arguments.usageError(
                "no output file given; add '--output FILE', which may be the deck itself"
            )
        }
        if let output, let report, Folder.realPath(of: output) == Folder.realPath(of: report) {
            throw arguments.usageError("'--output' and '--report' name the same file")
        }
        if let report, Folder.realPath(of: report) == Folder.realPath(of: path) {
            throw arguments.usageError("'--report' must not name the deck itself")
        }
        if usesStandardOutput, isJSON {
            throw arguments.usageError("'--json' and '--output -' cannot be given together")
        }
    }

    /// Whether the deck itself is written to standard output.
    private var usesStandardOutput: Bool { ["/dev/stdout", "/dev/fd/1"].contains(output) }

    /// Opens the deck.
    ///
    /// - Throws: An error about the deck or the output. The output is checked before any provider is called.
    func open() throws -> any Deck {
        let deck = try arguments.readDeck(path, notingTo: console)
        guard let output else { return deck }
        let format = deck.info.format
        // A table may keep the extension .txt if it already had it.
        if let wanted = DeckFormat.named(by: output), wanted != format, wanted != DeckFormat.named(by: path) {
            let remedy =
                wanted.hasMarkup
                ? "an Anki package can be created only from a package" : "convert it with 'parlance deck convert'"
            throw arguments.usageError(
                "the deck is \(format.rawValue), but '\(output)' is \(wanted.rawValue); \(remedy)"
            )
        }
        if !isDryRun {
            _ = try CommandFailure.creating { try AtomicFile(path: Folder.realPath(of: output)) }
        }
        return deck
    }

    /// Returns the fields from the command line, or the default ones, and prints notes about the choice.
    func fields(of info: DeckInfo) throws -> DeckFields {
        let fields = try DeckFields(arguments, of: info, overwrites: overwrites)
        for note in fields.notes { console.note(note) }
        return fields
    }

    /// Runs the batch, or prints a forecast, and reports the result.
    ///
    /// - Parameters:
    ///   - batch: The batch, created with ``options``.
    ///   - providers: The providers, in order.
    ///   - end: Called with the result before it is printed.
    /// - Returns: 0 if no note failed, 2 if some notes failed, or the error's exit code if all failed.
    /// - Throws: ``CommandFailure`` when no deck was written.
    func run(
        _ batch: Batch,
        asking providers: [ForecastProvider],
        end: (BatchSummary) -> Void = { _ in }
    ) async throws -> ExitCode {
        if isDryRun { return try forecast(of: batch, asking: providers) }
        guard let output else { return .usage }
        // Symbolic links are resolved so that the journal is next to the actual file.
        let place = Folder.realPath(of: output)
        let file = try report.map { try BatchReportFile(path: $0, action: action) }
        let bar = BatchProgressBar(console: console)
        defer { bar.hide() }
        let tally = BatchTally(overflowNotice: "more notes failed; '--report FILE' lists all of them") {
            [console] message in
            bar.hide()
            console.complain(message)
        }
        let summary: BatchSummary
        do {
            summary = try await batch.run(
                output: place,
                progress: { bar.show($0) },
                report: { note in
                    // The deck has not been written yet, but the answers so far are kept.
                    try ServiceError.checkCancellation(of: "the batch")
                    bar.showWriting(note.number + 1)
                    tally.add(note)
                    try file?.add(note)
                }
            )
        } catch {
            bar.hide()
            guard ServiceError(error).code == .cancelled else { throw error }
            throw Self.broken(ServiceError(error), at: "", output: place)
        }
        bar.hide()
        tally.end()
        end(summary)
        if let interruption = summary.interruption {
            if let file { await report(on: batch, output: place, to: file) }
            let done = summary.forecast.textsKnown + summary.textsSent
            guard done > 0 || interruption.code == .cancelled else { throw CommandFailure(interruption) }
            let place = " at \(done) of \(summary.forecast.uniqueTexts) texts"
            throw Self.broken(interruption, at: place, output: output)
        }
        try file?.finish()
        return try say(BatchResultText(output: output, summary: summary, counts: tally.counts, action: action))
    }

    /// Writes the report on an interrupted run.
    private func report(on batch: Batch, output: String, to file: BatchReportFile) async {
        // Runs in a separate task, because this one may be cancelled, and reading the deck would then stop immediately.
        let work = Task {
            try batch.survey(output: output) { note in try file.add(note) }
            try file.finish()
        }
        do { try await work.value } catch { console.complain(ServiceError(error)) }
    }

    /// The error for an interrupted batch, including how to resume it.
    private static func broken(_ error: ServiceError, at place: String, output: String) -> CommandFailure {
        var error = error
        let reason = error.code == .cancelled ? "interrupted" : "\(error.message); the run ended"
        error.message = "\(reason)\(place), and no deck was written"
        if Batch.keepsJournal(besides: output) {
            error.remedy = (error.remedy.map { "\($0); " } ?? "") + "repeat the command to resume"
        }
        var failure = CommandFailure(error)
        failure.reportsProgress = true
        return failure
    }

    private func forecast(of batch: Batch, asking providers: [ForecastProvider]) throws -> ExitCode {
        let text = BatchForecastText(
            deck: path,
            output: output,
            forecast: try batch.forecast(output: output.map(Folder.realPath(of:))),
            providers: providers
        )
        return try show(text.value, text.lines)
    }

    private func say(_ result: BatchResultText) throws -> ExitCode {
        for note in result.notes { console.note(note) }
        if usesStandardOutput { console.note(result.line) } else { try show(result.value, [result.line]) }
        let counts = result.counts
        guard counts[.failed] > 0 else { return .ok }
        guard counts[.ok] + counts[.kept] == 0, let error = counts.lastError else { return .partlyFailed }
        return ExitCode(error.code)
    }
}

/// Prints each notice from the providers once, even while a progress bar is shown.
final class BatchNotices: Sendable {
    private let said = Once()
    private let console: Console

    init(console: Console) { self.console = console }

    /// Prints a notice, unless it has already been printed.
    func say(_ text: String) {
        guard said.isNew(text) else { return }
        if console.isErrorTerminal { console.errors(Array("\r\u{1B}[K".utf8)) }
        console.note(text)
    }
}
