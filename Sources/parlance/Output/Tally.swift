import LanguageServices

/// Counts what came of many texts, and makes one exit code of it.
struct Tally {
    private var spoken = 0
    private var failed = 0
    private var lastError: ServiceError?

    mutating func countSpoken() { spoken += 1 }

    mutating func countFailed(_ error: ServiceError) {
        failed += 1
        lastError = error
    }

    /// How many texts have been spoken.
    var successes: Int { spoken }

    /// How many texts could not be spoken.
    var failures: Int { failed }

    /// 0 when all went well, 2 when a part did, and the code of the error when nothing did.
    ///
    /// - Throws: ``CommandFailure`` when there was nothing to speak at all.
    func exitCode() throws -> ExitCode {
        guard let lastError else {
            guard spoken > 0 else {
                throw CommandFailure(
                    ServiceError(.invalidRequest, "there is nothing to speak", remedy: "the input has no text in it")
                )
            }
            return .ok
        }
        return spoken > 0 ? .partlyFailed : ExitCode(lastError.code)
    }
}
