import LanguageServices

/// Counts what came of many texts, and makes one exit code of it.
struct Tally {
    /// What is done with the texts, for a message: `speak`.
    private let verb: String
    private var done = 0
    private var failed = 0
    private var lastCode: ExitCode?

    init(verb: String = "speak") { self.verb = verb }

    mutating func countDone() { done += 1 }

    /// - Parameter code: What the program ends with when nothing else goes well; without it, what fits the error.
    mutating func countFailed(_ error: ServiceError, _ code: ExitCode? = nil) {
        failed += 1
        lastCode = code ?? ExitCode(error.code)
    }

    /// How many texts have been done.
    var successes: Int { done }

    /// How many texts could not be done.
    var failures: Int { failed }

    /// 0 when all went well, 2 when a part did, and the code of the error when nothing did.
    ///
    /// - Throws: ``CommandFailure`` when there was nothing to do at all.
    func exitCode() throws -> ExitCode {
        guard let lastCode else {
            guard done > 0 else {
                throw CommandFailure(
                    ServiceError(.invalidRequest, "there is nothing to \(verb)", remedy: "the input has no text in it")
                )
            }
            return .ok
        }
        return done > 0 ? .partlyFailed : lastCode
    }
}
