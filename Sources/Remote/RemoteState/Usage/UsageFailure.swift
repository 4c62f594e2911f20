import Database
import LanguageServices
import Platform

/// What went wrong with the counts, and what mends it.
enum UsageFailure {
    static func error(_ failure: DatabaseFailure, _ path: String) -> ServiceError {
        let name = SystemFailure.quoted(path)
        switch failure.kind {
        case .full:
            return ServiceError(.io, "the disk is full, so that \(name) cannot be written", remedy: "make room")
        case .busy:
            return ServiceError(
                .unavailable,
                "another process keeps \(name) for itself",
                remedy: "end it, and try again"
            )
        case .unusable:
            return ServiceError(
                .io,
                "cannot use \(name): \(failure.reason)",
                remedy: "make it a file that you can read and write, or remove it, with which the counts begin anew"
            )
        case .damaged, .tooLarge, .refused:
            return ServiceError(
                .io,
                "\(name) is damaged: \(failure.reason)",
                remedy: "remove the file; the counts begin anew, so look at your accounts with the services first"
            )
        }
    }
}
