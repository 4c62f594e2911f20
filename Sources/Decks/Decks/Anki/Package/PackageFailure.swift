import LanguageServices
import Platform

/// The errors of packages.
enum PackageFailure {
    /// The package is damaged, or no package of Anki at all.
    static func damaged(_ path: String, _ reason: String, remedy: String? = nil) -> ServiceError {
        ServiceError(
            .invalidRequest,
            "\(SystemFailure.quoted(path)) is damaged: \(reason)",
            remedy: remedy ?? "get the file once more, or export it again in Anki after Tools > Check Database"
        )
    }

    /// Something in the package is larger than we take.
    static func tooLarge(_ path: String, _ what: String) -> ServiceError {
        ServiceError(
            .limitExceeded,
            "\(SystemFailure.quoted(path)) is refused: \(what)",
            remedy: "if the deck is honest, export it from Anki in smaller parts"
        )
    }

    /// A size as it stands in a message.
    static func size(_ count: Int) -> String {
        count >= 1 << 30 ? "\(count >> 30) GiB" : count >= 1 << 20 ? "\(count >> 20) MiB" : "\(count >> 10) KiB"
    }
}
