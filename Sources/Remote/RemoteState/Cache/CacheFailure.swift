import Database
import LanguageServices
import Platform

/// Why the file could not be opened.
struct CacheTrouble: Error {
    /// What can be done.
    enum Remedy {
        /// It may be only now that it cannot be opened.
        case again
        /// It is damaged.
        case anew
        /// There is no help.
        case without
    }

    var error: ServiceError
    var remedy: Remedy
    /// The file, where it is damaged.
    var identity: FileIdentity?

    init(error: ServiceError, remedy: Remedy) { (self.error, self.remedy) = (error, remedy) }

    /// What went wrong in an open database.
    init(_ error: ServiceError, _ failure: DatabaseFailure?, _ identity: FileIdentity?) {
        self.error = error
        self.identity = identity
        remedy =
            switch failure?.kind {
            case .busy: .again
            case .damaged, .refused: .anew
            case .full, .unusable, .tooLarge, nil: .without
            }
    }
}

/// What can be wrong with the file. None of it is a failure of what somebody asked a provider for.
enum CacheFailure {
    /// The error for a failure of SQLite.
    static func error(_ failure: DatabaseFailure, _ file: String) -> ServiceError {
        let name = SystemFailure.quoted(file)
        return switch failure.kind {
        case .full:
            ServiceError(
                .io,
                "there is no room for answers in \(name)",
                remedy: "free some space, or set \"cache\": { \"maxMegabytes\": … } lower"
            )
        case .busy:
            ServiceError(.unavailable, "\(name) is in use by another process", remedy: "try again later")
        case .unusable:
            ServiceError(.io, "\(name) cannot be used: \(failure.reason)", remedy: CachePlace.remedy)
        case .tooLarge:
            ServiceError(.limitExceeded, "an answer is too large for \(name)")
        case .damaged, .refused:
            ServiceError(
                .io,
                "\(name) is damaged: \(failure.reason)",
                remedy: "'parlance cache clear' removes it; it holds nothing that cannot be had again"
            )
        }
    }

    /// Another version of the program has made the file.
    static func otherVersion(_ file: String, _ version: Int64) -> ServiceError {
        ServiceError(
            .unsupported,
            "\(SystemFailure.quoted(file)) is of version \(version), and this program knows version "
                + "\(CacheFile.version)",
            remedy: "use the newer program, or remove the file"
        )
    }

    /// Another process has begun a new file at this moment.
    static func replaced(_ file: String) -> ServiceError {
        ServiceError(
            .unavailable,
            "\(SystemFailure.quoted(file)) was replaced while it was opened",
            remedy: "try again"
        )
    }
}
