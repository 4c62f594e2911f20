import LanguageServices
import Platform

/// The three layouts that packages have had.
///
/// A newer package holds besides its real collection another one, by the name that old programs look for, with a single
/// note that asks for an update.
enum PackageVersion: UInt64, Sendable {
    /// `collection.anki2` (Anki 2.0, and most programs that are not Anki).
    case first = 1
    /// `collection.anki21` (Anki 2.1; today "support older versions").
    case second = 2
    /// `collection.anki21b`, and everything compressed with Zstandard (Anki 2.1.50).
    case third = 3

    /// The name of the entry with the real collection.
    var collection: String {
        switch self {
        case .first: "collection.anki2"
        case .second: "collection.anki21"
        case .third: "collection.anki21b"
        }
    }

    /// Whether collection, media list and media files are compressed with Zstandard within the zip.
    var isCompressed: Bool { self == .third }

    /// The version that a package says it has.
    ///
    /// - Parameters:
    ///   - meta: The content of its entry `meta`, a message of Protocol Buffers whose field 1 is the version.
    ///   - package: The package.
    static func stated(in meta: [UInt8], package: String) throws(ServiceError) -> Self {
        var version: UInt64 = 0
        var message = ProtocolBuffer(meta[...])
        do throws(ProtocolBuffer.Malformed) {
            while let field = try message.next() {
                if field.number == 1, case .number(let value) = field.value { version = value }
            }
        } catch {
            throw PackageFailure.damaged(package, "its entry 'meta' cannot be read")
        }
        guard let known = Self(rawValue: version) else {
            throw ServiceError(
                .invalidRequest,
                "\(SystemFailure.quoted(package)) has version \(version) of Anki's package format, which we do not know",
                remedy: "export it in Anki with \"Support older Anki versions\""
            )
        }
        return known
    }

    /// The version that a package without `meta` has: the newest whose collection is there.
    static func guessed(from entries: Set<String>) -> Self? {
        [.third, .second, .first].first { entries.contains($0.collection) }
    }
}
