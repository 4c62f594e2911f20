import LanguageServices

/// Counts the results of many texts and derives one exit code.
struct Tally {
    /// What the command does with the texts, for messages: `speak`.
    private let verb: String
    private var done = 0
    private var failed = 0
    private var queued = 0
    private var lastFailure: ExitCode?

    init(verb: String = "speak") { self.verb = verb }

    mutating func countDone() { done += 1 }

    mutating func countFailed(_ error: ServiceError) {
        if error.queuedAs != nil { queued += 1 } else { countFailed(ExitCode(error.code)) }
    }

    mutating func countFailed(_ code: ExitCode) {
        failed += 1
        lastFailure = code
    }

    /// Whether nothing has been counted.
    var isEmpty: Bool { done == 0 && failed == 0 && queued == 0 }

    /// The number of successful texts.
    var successes: Int { done }

    /// The number of failed texts.
    var failures: Int { failed }

    /// 0 on full success, 2 on partial success, the error's code if everything failed, or 75 if everything missing is
    /// in the queue.
    ///
    /// - Throws: ``CommandFailure`` if there were no texts.
    func exitCode() throws -> ExitCode {
        guard let lastFailure else {
            guard queued == 0 else { return .tryAgain }
            guard done > 0 else {
                throw CommandFailure(
                    ServiceError(.invalidRequest, "nothing to \(verb)", remedy: "the input contains no text")
                )
            }
            return .ok
        }
        return done > 0 || queued > 0 ? .partlyFailed : lastFailure
    }
}
