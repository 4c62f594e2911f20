import LanguageServices
import Platform

/// The three layouts of packages.
///
/// Besides its collection, a newer package contains a dummy collection under the old name, whose only note asks the
/// user to update Anki.
enum PackageVersion: UInt64, Sendable {
    /// `collection.anki2` (Anki 2.0 and most other programs).
    case first = 1
    /// `collection.anki21` (Anki 2.1; now written with "support older Anki versions").
    case second = 2
    /// `collection.anki21b`, in which everything is compressed with Zstandard (Anki 2.1.50).
    case third = 3

    /// The name of the entry with the actual collection.
    var collection: String {
        switch self {
        case .first: "collection.anki2"
        case .second: "collection.anki21"
        case .third: "collection.anki21b"
        }
    }

    /// Whether collection, media list and media files are compressed with Zstandard within the zip.
    var isCompressed: Bool { self == .third }

    /// The version declared by a package.
    ///
    /// - Parameters:
    ///   - meta: The content of its entry `meta`, a Protocol Buffers message whose field 1 is the version.
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
                "\(SystemFailure.quoted(package)) has version \(version) of the Anki package format, which is not supported",
                remedy: "export it in Anki with \"Support older Anki versions\""
            )
        }
        return known
    }

    /// The version of a package without `meta`: the newest one whose collection exists.
    static func guessed(from entries: Set<String>) -> Self? {
        [.third, .second, .first].first { entries.contains($0.collection) }
    }
}

/// Resource limits for reading a package. Exceeding a limit is an error, and nothing is written.
///
/// Limits apply to the bytes actually unpacked, not to the sizes declared in the file.
struct PackageLimits: Sendable {
    /// The maximum size of the unpacked collection: 4 GiB. The largest shared decks are a few hundred MiB in size.
    var collection = 4 << 30

    /// The maximum size of the unpacked media list and of a database value, such as all fields of a note: 64 MiB.
    var value = 64 << 20

    /// The maximum ratio of unpacked to packed bytes, in addition to ``allowance``.
    var ratio = 200

    /// The number of bytes that any file may unpack to, in addition to those allowed by ``ratio``. A database of
    /// similar rows compresses to one fiftieth of its size.
    var allowance = 64 << 20

    /// The maximum number of zip entries.
    var entries = 1_000_000

    /// The maximum number of fields in a note.
    var fields = 65_536

    /// The maximum size to which `count` bytes may unpack.
    func unpacked(from count: Int) -> Int {
        let product = count.multipliedReportingOverflow(by: ratio)
        let sum = product.partialValue.addingReportingOverflow(allowance)
        return product.overflow || sum.overflow ? .max : sum.partialValue
    }
}

/// The errors for packages.
enum PackageFailure {
    /// The package is damaged, or not an Anki package.
    static func damaged(_ path: String, _ reason: String, remedy: String? = nil) -> ServiceError {
        ServiceError(
            .invalidRequest,
            "\(SystemFailure.quoted(path)) is damaged: \(reason)",
            remedy: remedy ?? "download the file again, or export it again from Anki after Tools > Check Database"
        )
    }

    /// Something in the package exceeds a limit.
    static func tooLarge(_ path: String, _ what: String) -> ServiceError {
        ServiceError(
            .limitExceeded,
            "\(SystemFailure.quoted(path)) is refused: \(what)",
            remedy: "if you trust the deck, export it from Anki in smaller parts"
        )
    }

    /// A size for messages.
    static func size(_ count: Int) -> String {
        count >= 1 << 30 ? "\(count >> 30) GiB" : count >= 1 << 20 ? "\(count >> 20) MiB" : "\(count >> 10) KiB"
    }
}

/// An entry in a zip.
struct ZipEntry {
    var name: String

    /// Whether it is a directory entry, which has no content.
    var isFolder = false

    /// Whether its content is stored without compression.
    var isStored: Bool

    /// Its size in bytes, if known.
    var size: Int?

    /// The modification time in seconds since 1970, if known.
    var modified: Int?

    /// Whether a name refers to a file within the target folder on every system.
    static func isSafe(_ name: String) -> Bool {
        guard !name.isEmpty, !name.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
            return false
        }
        let parts = name.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }
        guard let first = parts.first, !first.isEmpty, !parts.contains("..") else { return false }
        return !(first.count == 2 && first.last == ":")
    }
}
