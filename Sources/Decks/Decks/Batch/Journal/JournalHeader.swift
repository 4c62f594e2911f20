import LanguageServices
import Platform

/// The start of a journal: a mark with the version of the format, and a number that is drawn for each journal.
///
/// The number is the key of the hash by which texts are told apart and damage is found.
enum JournalHeader {
    private static let name = Array("parlance journal ".utf8)
    private static let mark = name + Array("2\n".utf8)

    /// How many bytes it has.
    static let length = mark.count + 16

    /// Reads the header of a file, and makes it where there is none.
    ///
    /// - Throws: `ServiceError.Code.io` when the file is something else, or a journal of another version.
    static func read(_ file: RawFile) throws(ServiceError) -> KeyedHash {
        let header = try file.read(length, at: 0)
        if header.starts(with: mark), header.count == length {
            return header.withUnsafeBytes { bytes in
                let numbers = [8, 0].map { bytes.loadUnaligned(fromByteOffset: length - 8 - $0, as: UInt64.self) }
                return KeyedHash(first: UInt64(littleEndian: numbers[0]), second: UInt64(littleEndian: numbers[1]))
            }
        }
        // A run that was killed before it could write more has asked for nothing.
        guard header.starts(with: mark) || mark.starts(with: header) else {
            let isOther = header.starts(with: name)
            throw ServiceError(
                .io,
                "\(SystemFailure.quoted(file.path)) is \(isOther ? "a journal of another version" : "no journal of a batch")",
                remedy: isOther ? "go on with that version, or begin anew" : "remove it, or begin anew"
            )
        }
        try file.truncate(to: 0)
        let salt = KeyedHash(first: .random(in: .min ... .max), second: .random(in: .min ... .max))
        var new = mark
        for number in [salt.first, salt.second] {
            withUnsafeBytes(of: number.littleEndian) { new.append(contentsOf: $0) }
        }
        try file.append(new)
        return salt
    }
}
