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

/// How much a package may ask of the machine. What passes a limit is refused with an error, and nothing is written.
///
/// The limits are counted while the bytes come out, never taken from what the file says of itself.
struct PackageLimits: Sendable {
    /// The largest collection, unpacked: 4 GiB. The largest decks that are shared have some hundred MiB.
    var collection = 4 << 30

    /// The largest media list, unpacked, and the largest value in the database, such as all fields of a note: 64 MiB.
    var value = 64 << 20

    /// How many bytes may come out for each that is in the file, …
    var ratio = 200

    /// … after these, which may come out of any file. A database of nearly equal rows shrinks to a fiftieth.
    var allowance = 64 << 20

    /// The most entries that the zip may have.
    var entries = 1_000_000

    /// The most fields that a note may have.
    var fields = 65_536

    /// How much may come out of `count` bytes.
    func unpacked(from count: Int) -> Int {
        let product = count.multipliedReportingOverflow(by: ratio)
        let sum = product.partialValue.addingReportingOverflow(allowance)
        return product.overflow || sum.overflow ? .max : sum.partialValue
    }
}

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

/// An entry of a zip.
struct ZipEntry {
    var name: String

    /// Whether it is a folder, which has no content.
    var isFolder = false

    /// Whether its content lies there as it is, not deflated.
    var isStored: Bool

    /// How many bytes it has, where that is known.
    var size: Int?

    /// When it was changed, in seconds since 1970, where that is known.
    var modified: Int?

    /// Whether a name stays in the folder that an entry would be unpacked into, on every system.
    static func isSafe(_ name: String) -> Bool {
        guard !name.isEmpty, !name.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
            return false
        }
        let parts = name.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }
        guard let first = parts.first, !first.isEmpty, !parts.contains("..") else { return false }
        return !(first.count == 2 && first.last == ":")
    }
}
