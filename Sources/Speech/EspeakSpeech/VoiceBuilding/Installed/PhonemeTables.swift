import LanguageServices

/// The phoneme tables in the installed file `phontab`.
///
/// The file starts with the number of tables, in four bytes. Each table consists of the number of entries, the number
/// of the table that it includes (from 1; 0 for none), two zero bytes, a 32-byte name, and the entries, the last of
/// which is all zeros. A table inherits all phonemes from the table that it includes and overrides those with the same
/// codes.
struct PhonemeTables: Sendable {
    /// The tables in file order.
    private(set) var tables: [Table] = []

    struct Table: Sendable {
        var name: String
        /// The number of the included table, from 1; 0 for none.
        var included: Int
        var entries: [Entry]
    }

    /// A 16-byte phoneme entry in a table.
    struct Entry: Sendable, Hashable {
        var mnemonic: String
        var flags: UInt32
        /// The offset of its program in `phonindex`, in words; 0 for none.
        var program: UInt16
        var code: UInt8
        var type: UInt8
        /// The code of the vowel class at its start.
        var start: UInt8
        /// The code of the vowel class at its end; for a consonant, its voiced or voiceless counterpart.
        var end: UInt8
        /// The length in units of 2 ms.
        var length: UInt8
        var lengthGroup: UInt8
    }

    /// Reads the file.
    ///
    /// - Throws: `ServiceError.Code.unavailable` if it is damaged.
    init(_ file: LittleEndianBytes) throws(ServiceError) {
        guard let count = file.byte(0), count > 0 else { throw InstalledData.damaged("phontab", "it has no tables") }
        var offset = 4
        for number in 1...Int(count) {
            guard let entries = file.byte(offset), let included = file.byte(offset + 1),
                let name = file.text(offset + 4, 32), !name.isEmpty
            else { throw InstalledData.damaged("phontab", "table \(number) of \(count) lacks a header") }
            offset += 36
            var table = Table(name: name, included: Int(included), entries: [])
            for _ in 0..<entries {
                guard let entry = Entry(file, offset) else {
                    throw InstalledData.damaged("phontab", "the table '\(name)' is truncated")
                }
                offset += 16
                if !entry.mnemonic.isEmpty { table.entries.append(entry) }
            }
            tables.append(table)
        }
        guard offset == file.count else {
            throw InstalledData.damaged("phontab", "\(file.count - offset) bytes follow the last table")
        }
    }

    /// All phonemes in a table and in the tables that it includes, by code; `nil` for an unknown table.
    ///
    /// - Throws: `ServiceError.Code.unavailable` if tables include each other in a cycle.
    func phonemes(of name: String) throws(ServiceError) -> [UInt8: Entry]? {
        guard let index = tables.firstIndex(where: { $0.name == name }) else { return nil }
        var chain: [Int] = []
        var next = index
        while true {
            guard !chain.contains(next) else {
                throw InstalledData.damaged("phontab", "the table '\(name)' includes itself")
            }
            chain.append(next)
            let included = tables[next].included
            if included == 0 { break }
            guard tables.indices.contains(included - 1) else {
                throw InstalledData.damaged("phontab", "the table '\(name)' includes a missing table")
            }
            next = included - 1
        }
        var result: [UInt8: Entry] = [:]
        for index in chain.reversed() {
            for entry in tables[index].entries { result[entry.code] = entry }
        }
        return result
    }
}

extension PhonemeTables.Entry {
    /// Parses 16 bytes.
    init?(_ file: LittleEndianBytes, _ offset: Int) {
        guard let name = file.slice(offset, 4), let flags = file.long(offset + 4), let program = file.word(offset + 8),
            let remainder = file.slice(offset + 10, 6)
        else { return nil }
        // Mnemonics are ASCII, except for a few unused ones, for which a name is generated.
        self.init(
            mnemonic: String(decoding: name.prefix { $0 != 0 }, as: UTF8.self),
            flags: flags,
            program: program,
            code: remainder[remainder.startIndex],
            type: remainder[remainder.startIndex + 1],
            start: remainder[remainder.startIndex + 2],
            end: remainder[remainder.startIndex + 3],
            length: remainder[remainder.startIndex + 4],
            lengthGroup: remainder[remainder.startIndex + 5]
        )
    }

    /// The 16 bytes.
    var bytes: [UInt8] {
        var result = Array(mnemonic.utf8.prefix(4))
        result += repeatElement(0, count: 4 - result.count)
        result.append(long: flags)
        result.append(word: program)
        result += [code, type, start, end, length, lengthGroup]
        return result
    }
}

/// One frame in a formant sequence in `phondata`.
///
/// A sequence consists of a length in milliseconds (two bytes, unused), the number of frames, a byte of flags, and the
/// frames. A frame consists of 44 bytes: flags (bit 0: it has 20 more bytes; bit 1: it is the centre of the vowel),
/// seven two-byte frequencies (F0 to F6) in hertz, then single bytes: the milliseconds to the next frame, the
/// amplitude, 8 heights, 6 widths, 3 right widths, 4 bandwidths, and 5 parameters for another synthesiser.
struct FormantFrame: Sendable, Hashable {
    /// F0 to F6, in hertz.
    var frequencies: [UInt16]
    /// The 27 bytes after the frequencies, except the duration: amplitude, heights, widths and so on.
    var levels: [UInt8]

    /// The frames of a sequence; `nil` if the address or a frame is outside the file.
    static func sequence(in data: LittleEndianBytes, at address: Int) -> [FormantFrame]? {
        guard address >= 8, address < data.count, let count = data.byte(address + 2), count > 0,
            let flags = data.word(address + 4)
        else { return nil }
        let size = flags & 1 == 1 ? 64 : 44
        var frames: [FormantFrame] = []
        for index in 0..<Int(count) {
            let start = address + 4 + index * size
            guard let levels = data.slice(start + 17, 27) else { return nil }
            var frequencies: [UInt16] = []
            for number in 0..<7 {
                guard let frequency = data.word(start + 2 + number * 2) else { return nil }
                frequencies.append(frequency)
            }
            frames.append(FormantFrame(frequencies: frequencies, levels: Array(levels)))
        }
        return frames
    }

    /// A frame interpolated between this one (share 0) and another one (share 1).
    func blended(with other: FormantFrame, _ share: Double) -> FormantFrame {
        func between(_ a: Double, _ b: Double) -> Double { (a * (1 - share) + b * share).rounded() }
        return FormantFrame(
            frequencies: zip(frequencies, other.frequencies).map { a, b in
                // Frequencies are signed in the file, but all of them are below 11 kHz.
                UInt16(between(Double(a & 0x7FFF), Double(b & 0x7FFF)))
            },
            levels: zip(levels, other.levels).map { UInt8(between(Double($0), Double($1))) }
        )
    }

    /// The 44 bytes.
    func bytes(isMiddle: Bool, duration: UInt8) -> [UInt8] {
        var result: [UInt8] = []
        result.append(word: isMiddle ? 2 : 0)
        for frequency in frequencies { result.append(word: frequency) }
        result.append(duration)
        return result + levels
    }
}
