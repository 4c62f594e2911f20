package import LanguageServices
import Platform

/// What can be wrong with an index, in words.
package enum IndexFailure {
    private static let remedy = "import the dictionary again"

    static func foreign(_ path: String) -> ServiceError {
        ServiceError(.io, "\(SystemFailure.quoted(path)) is no dictionary index", remedy: remedy)
    }

    static func truncated(_ path: String) -> ServiceError {
        ServiceError(.io, "the dictionary index \(SystemFailure.quoted(path)) is cut short", remedy: remedy)
    }

    static func otherByteOrder(_ path: String) -> ServiceError {
        ServiceError(
            .io,
            "the dictionary index \(SystemFailure.quoted(path)) has the bytes of its numbers in the other order",
            remedy: remedy
        )
    }

    static func otherVersion(_ path: String, _ version: UInt32) -> ServiceError {
        ServiceError(
            .io,
            "the dictionary index \(SystemFailure.quoted(path)) has the format \(version), this program reads "
                + "\(IndexHeader.version)",
            remedy: remedy
        )
    }

    package static func damaged(_ path: String, _ what: String) -> ServiceError {
        ServiceError(
            .io,
            "the dictionary index \(SystemFailure.quoted(path)) is damaged: \(what)",
            remedy: remedy
        )
    }
}
