import ArgumentParsing
import Audio
import JSON
import LanguageServices
import Platform
import RemoteState
import ServiceConfiguration
import ServiceRegistry

extension QueueVerb {
    /// Sends what waits, and prints the answers.
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
            console.note("the answers to what has been sent are waited for; interrupt once more to end at once")
        }
        let counts = try await queue.counts()
        queue.close()
        if Task.isCancelled {
            throw CommandFailure.interrupted("\(tally.successes) requests were answered, the others wait")
        }
        try await say(counts, isIdle: isIdle)
        return tally.isEmpty ? counts[.waiting, default: 0] > 0 && !isIdle ? .tryAgain : .ok : try tally.exitCode()
    }

    /// Prints answers that a run got which ended before it could print them.
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
            // What holds for a provider is said once.
            if told.isNew("\(entry.request.provider) \(error.message)") {
                console.complain("\(error.message); what is for '\(entry.request.provider)' waits on")
            }
        case .uncertain(let error):
            tally.countFailed(error)
            console.complain("\(entry.id): it may have been sent: \(error.description)")
        case .refused(let error):
            tally.countFailed(error)
            console.complain("\(entry.id): \(error.description)")
        }
        try print(entry)
    }

    /// Prints what came of a request: its answer as `translate` and `speak` would have, or for programs whatever it is.
    private func print(_ entry: QueueEntry) throws {
        if isJSON {
            try console.print(QueueEntryJSON.value(entry, isWhole: true))
        } else if let line = QueueEntryText.answer(entry) {
            try console.output(Array((line + "\n").utf8))
        }
    }

    private func say(_ counts: [QueueEntry.State: Int], isIdle: Bool) async throws {
        let (waiting, uncertain) = (counts[.waiting, default: 0], counts[.uncertain, default: 0])
        if waiting > 0 { console.note(waiting == 1 ? "1 request waits" : "\(waiting) requests wait") }
        if uncertain > 0 {
            let subject = uncertain == 1 ? "1 request" : "\(uncertain) requests"
            console.note(
                "\(subject) may have been sent and charged; 'parlance queue list' shows what, '--resend-uncertain' sends "
                    + "it again"
            )
        }
        if isIdle, waiting == 0 { console.note("nothing waits") }
    }
}
