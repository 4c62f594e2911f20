import LanguageServices

/// Counts what came of many texts, and makes one exit code of it.
struct Tally {
    /// What is done with the texts, for a message: `speak`.
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

    /// How many texts have been done.
    var successes: Int { done }

    /// How many texts could not be done.
    var failures: Int { failed }

    /// 0 when all went well, 2 when a part did, and the code of the error when nothing did; 75 when all that is missing
    /// waits in the queue.
    ///
    /// - Throws: ``CommandFailure`` when there was nothing to do at all.
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
