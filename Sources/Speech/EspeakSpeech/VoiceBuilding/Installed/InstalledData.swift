import LanguageServices
import Platform

/// The compiled data of an installed espeak-ng, as far as own accents are linked into it.
struct InstalledData: Sendable {
    /// The folder, which is called `espeak-ng-data`.
    let folder: String
    /// `phontab`.
    let tableFile: LittleEndianBytes
    /// `phonindex`.
    let programFile: LittleEndianBytes
    /// `phondata`.
    let soundFile: LittleEndianBytes
    let tables: PhonemeTables
    let manifest: SoundManifest

    /// The only format that is understood; espeak-ng 1.51 and 1.52 have it.
    static let format: UInt32 = 0x014801

    /// Reads the data.
    ///
    /// - Throws: `ServiceError.Code.unsupported` when the format is another one, `ServiceError.Code.unavailable` when a
    ///   file is missing or damaged.
    init(_ folder: String) throws(ServiceError) {
        self.folder = folder
        #if _endian(big)
        throw ServiceError(
            .unsupported,
            "own phonemes cannot be linked on a machine of this byte order",
            remedy: "there is none; the accents are spoken with espeak-ng's own phonemes"
        )
        #else
        soundFile = LittleEndianBytes(bytes: try Self.read(folder, "phondata", 1 << 24))
        guard let format = soundFile.long(0) else { throw Self.damaged("phondata", "it is empty") }
        guard format == Self.format else {
            throw ServiceError(
                .unsupported,
                "the phoneme data in \(folder) has the format 0x\(String(format, radix: 16)), not 0x14801",
                remedy: "install espeak-ng 1.51 or 1.52 to hear the accents as they are defined"
            )
        }
        tableFile = LittleEndianBytes(bytes: try Self.read(folder, "phontab", 1 << 20))
        programFile = LittleEndianBytes(bytes: try Self.read(folder, "phonindex", 1 << 18))
        guard programFile.count % 2 == 0, programFile.count >= 4 else {
            throw Self.damaged("phonindex", "it is not made of whole words")
        }
        tables = try PhonemeTables(tableFile)
        manifest = SoundManifest(try Self.read(folder, "phondata-manifest", 1 << 22))
        #endif
    }

    /// Reads a file of the data.
    static func read(_ folder: String, _ name: String, _ limit: Int) throws(ServiceError) -> [UInt8] {
        do throws(ServiceError) {
            return try WholeFile.read("\(folder)/\(name)", limit: limit)
        } catch {
            throw ServiceError(
                .unavailable,
                "espeak-ng's own data is not complete: \(error.message)",
                remedy: "install the package espeak-ng-data again"
            )
        }
    }

    /// An error for a file that is not as it should be.
    static func damaged(_ file: String, _ reason: String) -> ServiceError {
        ServiceError(
            .unavailable,
            "espeak-ng's own file \(file) is damaged: \(reason)",
            remedy: "install the package espeak-ng-data again"
        )
    }
}
