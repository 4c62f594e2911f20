import LanguageServices
import Platform

/// The compiled data of an installed espeak-ng, as needed to link accents into it.
struct InstalledData: Sendable {
    /// The path of the folder, which is named `espeak-ng-data`.
    let folder: String
    /// `phontab`.
    let tableFile: LittleEndianBytes
    /// `phonindex`.
    let programFile: LittleEndianBytes
    /// `phondata`.
    let soundFile: LittleEndianBytes
    let tables: PhonemeTables
    let manifest: SoundManifest

    /// The only supported version of the data format, used by espeak-ng 1.51 and 1.52.
    static let format: UInt32 = 0x014801

    /// Reads the data.
    ///
    /// - Throws: `ServiceError.Code.unsupported` for another data format, `ServiceError.Code.unavailable` if a file is
    ///   missing or damaged.
    init(_ folder: String) throws(ServiceError) {
        self.folder = folder
        #if _endian(big)
        throw ServiceError(
            .unsupported,
            "accents cannot be linked on a machine with this byte order",
            remedy: "none is available; the accents are spoken with espeak-ng's phonemes"
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
            throw Self.damaged("phonindex", "its size is not a multiple of the word size")
        }
        tables = try PhonemeTables(tableFile)
        manifest = SoundManifest(try Self.read(folder, "phondata-manifest", 1 << 22))
        #endif
    }

    /// Reads a data file.
    static func read(_ folder: String, _ name: String, _ limit: Int) throws(ServiceError) -> [UInt8] {
        do throws(ServiceError) {
            return try WholeFile.read("\(folder)/\(name)", limit: limit)
        } catch {
            throw ServiceError(
                .unavailable,
                "espeak-ng's data is incomplete: \(error.message)",
                remedy: "reinstall the package espeak-ng-data"
            )
        }
    }

    /// The error for a damaged file.
    static func damaged(_ file: String, _ reason: String) -> ServiceError {
        ServiceError(
            .unavailable,
            "espeak-ng's file \(file) is damaged: \(reason)",
            remedy: "reinstall the package espeak-ng-data"
        )
    }
}

/// The address of each sound in `phondata`, from the installed file `phondata-manifest`.
///
/// Each line contains a kind (`S` formant sequence, `W` wave, `E` envelope), an address such as `0x306c4`, and a name.
struct SoundManifest: Sendable {
    /// The addresses of the formant sequences, by name.
    private(set) var sequences: [String: Int] = [:]

    init(_ bytes: [UInt8]) {
        for line in bytes.split(separator: 0x0A) where line.starts(with: [0x53, 0x20]) {
            let fields = line.split(separator: 0x20, maxSplits: 2)
            guard fields.count == 3 else { continue }
            let digits = fields[1].starts(with: [0x30, 0x78]) ? fields[1].dropFirst(2) : fields[1]
            guard let address = Int(String(decoding: digits, as: UTF8.self), radix: 16) else { continue }
            var name = fields[2]
            while let last = name.last, last <= 0x20 { name.removeLast() }
            while let first = name.first, first <= 0x20 { name.removeFirst() }
            sequences[String(decoding: name, as: UTF8.self)] = address
        }
    }
}

/// Untrusted bytes from a file. Every read is bounds-checked and returns `nil` if it extends beyond the file.
struct LittleEndianBytes: Sendable {
    /// The bytes.
    let bytes: [UInt8]

    /// The number of bytes.
    var count: Int { bytes.count }

    /// One byte.
    func byte(_ offset: Int) -> UInt8? {
        bytes.indices.contains(offset) ? bytes[offset] : nil
    }

    /// A 16-bit little-endian integer.
    func word(_ offset: Int) -> UInt16? {
        guard let low = byte(offset), let high = byte(offset + 1) else { return nil }
        return UInt16(low) | UInt16(high) << 8
    }

    /// A 32-bit little-endian integer.
    func long(_ offset: Int) -> UInt32? {
        guard let low = word(offset), let high = word(offset + 2) else { return nil }
        return UInt32(low) | UInt32(high) << 16
    }

    /// A range of bytes.
    func slice(_ offset: Int, _ length: Int) -> ArraySlice<UInt8>? {
        guard offset >= 0, length >= 0, offset <= bytes.count, length <= bytes.count - offset else { return nil }
        return bytes[offset..<(offset + length)]
    }

    /// The string up to a NUL byte or the end of the field.
    func text(_ offset: Int, _ length: Int) -> String? {
        guard let field = slice(offset, length) else { return nil }
        return String(validating: field.prefix { $0 != 0 }, as: UTF8.self)
    }
}

extension [UInt8] {
    /// Appends a 16-bit little-endian integer.
    mutating func append(word: UInt16) {
        append(UInt8(truncatingIfNeeded: word))
        append(UInt8(truncatingIfNeeded: word >> 8))
    }

    /// Appends a 32-bit little-endian integer.
    mutating func append(long: UInt32) {
        append(word: UInt16(truncatingIfNeeded: long))
        append(word: UInt16(truncatingIfNeeded: long >> 16))
    }
}
