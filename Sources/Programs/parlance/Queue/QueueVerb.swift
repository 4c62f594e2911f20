import ArgumentParsing
import Audio
import JSON
import LanguageServices
import Platform
import RemoteState
import ServiceConfiguration
import ServiceRegistry

/// `parlance queue`: the requests that are waiting to be sent.
struct QueueVerb: Verb {
    let invocation: Invocation
    let queue: QueueFile

    init(_ invocation: Invocation) throws {
        self.invocation = invocation
        queue = try invocation.program.queueFile()
    }

    func run() async throws -> ExitCode {
        switch arguments.path.last {
        case "run": try await send()
        case "show": try await show()
        case "remove": try await remove()
        case "export": try await export()
        default: try await list()
        }
    }

    // MARK: Listing

    private func list() async throws -> ExitCode {
        let entries = try await queue.entries()
        if isJSON {
            for entry in entries { try console.print(QueueEntryJSON.value(entry, isWhole: false)) }
            return .ok
        }
        var table = Table()
        for entry in entries { table.add(QueueEntryText.row(entry)) }
        try console.print(table.lines)
        if entries.isEmpty { console.note("the queue is empty") }
        if entries.contains(where: { $0.state == .uncertain }) {
            console.note(
                "uncertain requests may have been billed; resend them with 'parlance queue run --resend-uncertain'"
            )
        }
        return .ok
    }

    private func show() async throws -> ExitCode {
        let id = try number(try arguments[Options.queuedRequest].first ?? "")
        guard let entry = try await queue.entries().first(where: { $0.id == id }) else { throw Self.unknown([id]) }
        try show(QueueEntryJSON.value(entry, isWhole: true), QueueEntryText.lines(entry))
        if entry.state == .done { try await queue.markShown([id]) }
        return .ok
    }

    private func export() async throws -> ExitCode {
        for entry in try await queue.entries() { try console.print(QueueEntryJSON.value(entry, isWhole: true)) }
        return .ok
    }

    // MARK: Removing

    private func remove() async throws -> ExitCode {
        let words = try arguments[Options.queuedRequests]
        let isAll = try arguments[Options.removeAll]
        let isDone = try arguments[Options.removeDone]
        guard [!words.isEmpty, isAll, isDone].count(where: { $0 }) == 1 else {
            throw arguments.usageError("nothing to remove; give request IDs, '--done' or '--all'")
        }
        guard !words.isEmpty else {
            let count = try await queue.remove(isAll ? Set(QueueEntry.State.allCases) : [.done])
            return try show(removed: count)
        }
        let ids = try words.map(number)
        let removed = try await queue.remove(ids)
        let left = ids.filter { !removed.contains($0) }
        if !removed.isEmpty { _ = try show(removed: removed.count) }
        guard !left.isEmpty else { return .ok }
        let held = Set(try await queue.entries().map(\.id)).intersection(left)
        let unknown = left.filter { !held.contains($0) }
        if unknown.isEmpty {
            throw ServiceError(
                .unavailable,
                "\(Self.listed(left)) is being sent by another process",
                remedy: "wait until that process ends"
            )
        }
        throw Self.unknown(unknown)
    }

    private func show(removed count: Int) throws -> ExitCode {
        try show(["removed": .integer(count)], ["\(BatchResultText.count(count, "request")) removed"])
    }

    // MARK: Arguments

    private func number(_ word: String) throws -> Int64 {
        guard let number = Int64(word), number > 0 else {
            throw arguments.usageError("'\(word.prefix(40))' is not a request ID; list IDs with 'parlance queue list'")
        }
        return number
    }

    private static func unknown(_ ids: [Int64]) -> ServiceError {
        ServiceError(
            .notFound,
            "no request \(listed(ids)) in the queue",
            remedy: "list requests with 'parlance queue list'"
        )
    }

    private static func listed(_ ids: [Int64]) -> String { ids.map(String.init).joined(separator: ", ") }
}

extension QueueVerb {
    /// Sends the waiting requests and prints the answers.
    func send() async throws -> ExitCode {
        let registry = try await program.registry(arguments)
        var isIdle = try await printEarlierAnswers()
        if try arguments[Options.resendUncertain] { _ = try await queue.resend(.uncertain) }
        if try arguments[Options.resendFailed] { _ = try await queue.resend(.failed) }
        var tally = Tally(verb: "send")
        let told = Once()
        let run = QueueRun(queue, registry: registry, checking: QueuedSpeechFile.check, writing: QueuedSpeechFile.write)
        let limit = try arguments[Options.queueLimit] ?? .max
        try await withTaskCancellationHandler {
            try await run.run(limit: limit) { results in
                isIdle = false
                var seen: [Int64] = []
                for result in results {
                    try print(result, &tally, told)
                    if case .answered = result.outcome { seen.append(result.entry.id) }
                }
                try await queue.markShown(seen)
            }
        } onCancel: { [console] in
            console.note("waiting for answers to sent requests; interrupt again to exit now")
        }
        let counts = try await queue.counts()
        queue.close()
        if Task.isCancelled {
            throw CommandFailure(
                ServiceError(
                    .cancelled,
                    "interrupted; \(tally.successes) requests were answered, and the others stay queued"
                )
            )
        }
        try await say(counts, isIdle: isIdle)
        return tally.isEmpty ? counts[.waiting, default: 0] > 0 && !isIdle ? .tryAgain : .ok : try tally.exitCode()
    }

    /// Prints answers from an earlier run that ended before it could print them.
    ///
    /// - Returns: Whether there were none.
    private func printEarlierAnswers() async throws -> Bool {
        let earlier = try await queue.answersToShow()
        for entry in earlier { try print(entry) }
        try await queue.markShown(earlier.map(\.id))
        return earlier.isEmpty
    }

    private func print(_ result: QueueResult, _ tally: inout Tally, _ told: Once) throws {
        var entry = result.entry
        entry.state = result.outcome.state
        entry.error = result.outcome.error
        switch result.outcome {
        case .answered(let answer):
            entry.answer = answer
            tally.countDone()
            if case .translation(let translation) = answer {
                for note in translation.notes { console.note("\(entry.id): \(note)") }
            }
        case .waiting(var error):
            error.queuedAs = String(entry.id)
            tally.countFailed(error)
            // An error from a provider is printed only once.
            if told.isNew("\(entry.request.provider) \(error.message)") {
                console.complain("\(error.message); requests to '\(entry.request.provider)' stay queued")
            }
        case .uncertain(let error):
            tally.countFailed(error)
            console.complain("\(entry.id): may have been sent: \(error.description)")
        case .refused(let error):
            tally.countFailed(error)
            console.complain("\(entry.id): \(error.description)")
        }
        try print(entry)
    }

    /// Prints the outcome of a request: the answer in the format of `translate` and `speak` or, with `--json`, any
    /// outcome.
    private func print(_ entry: QueueEntry) throws {
        if isJSON {
            try console.print(QueueEntryJSON.value(entry, isWhole: true))
        } else if let line = QueueEntryText.answer(entry) {
            try console.output(Array((line + "\n").utf8))
        }
    }

    private func say(_ counts: [QueueEntry.State: Int], isIdle: Bool) async throws {
        let (waiting, uncertain) = (counts[.waiting, default: 0], counts[.uncertain, default: 0])
        if waiting > 0 { console.note(waiting == 1 ? "1 request is queued" : "\(waiting) requests are queued") }
        if uncertain > 0 {
            console.note(
                "\(BatchResultText.count(uncertain, "request")) may have been sent and billed; "
                    + "see 'parlance queue list', or resend with '--resend-uncertain'"
            )
        }
        if isIdle, waiting == 0 { console.note("nothing is queued") }
    }
}
