import Language
import LanguageServices
import Platform

/// A text file, read line by line with bounded memory use.
///
/// The encoding is UTF-8, or Windows-1252 (a superset of Latin-1) if the beginning of the file is not valid UTF-8.
final class CorpusText {
    /// The maximum size of a file, in bytes.
    static let maximumFileSize = 1 << 30

    /// The maximum length of a line or part of a line, in bytes.
    static let maximumPartLength = 1 << 16

    /// A line, or a part of an overlong one.
    struct Line {
        var text: String
        /// The number of the line, from 1.
        var number: Int
        /// Whether more parts of the same line follow.
        var isCutOff: Bool
        /// Whether it continues a line that was split.
        var isContinued: Bool
    }

    let path: String
    /// Whether the file is not encoded in UTF-8.
    let isLatin: Bool

    private let file: RegularFile
    private let start: Int

    /// Opens a file and examines its beginning.
    ///
    /// - Throws: `ServiceError.Code.io` if it cannot be read or is not a regular file, `.limitExceeded` if it is too
    ///   large, `.unsupported` if it is not text or its encoding is not supported.
    init(path: String) throws(ServiceError) {
        self.path = path
        file = try RegularFile(path: path)
        guard file.size <= Self.maximumFileSize else {
            throw ServiceError(
                .limitExceeded,
                "\(SystemFailure.quoted(path)) has \(file.size >> 20) MiB; the limit is \(Self.maximumFileSize >> 20) MiB",
                remedy: "use an excerpt: a million sentences are enough for most words"
            )
        }
        let sample = try file.bytes(1 << 18)
        if let what = Self.foreign(sample) {
            throw ServiceError(
                .unsupported,
                "\(SystemFailure.quoted(path)) is not text: it is \(what.name)",
                remedy: what.remedy
            )
        }
        start = sample.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        isLatin = !Self.isUTF8(sample, isWhole: sample.count == file.size)
    }

    /// The first lines of the file, except an incomplete last line.
    func sample(_ size: Int) throws -> [Line] {
        var lines: [Line] = []
        try read(limit: size) { lines.append($0) }
        if file.size > size, lines.count > 1 { lines.removeLast() }
        return lines
    }

    /// Reads the lines in order.
    func lines(_ body: (Line) throws -> Void) throws {
        try read(limit: Int.max, body)
    }

    private func read(limit: Int, _ body: (Line) throws -> Void) throws {
        var buffer = [UInt8](repeating: 0, count: RegularFile.piece)
        var rest: [UInt8] = []
        var position = start
        var number = 1
        var isContinued = false
        while position < limit {
            var read: Result<Int, ServiceError> = .success(0)
            buffer.withUnsafeMutableBytes { raw in
                read = Result { () throws(ServiceError) in try file.read(into: raw, at: position) }
            }
            let count = try read.get()
            if count == 0 { break }
            position += count
            var lineStart = 0
            func hand(_ end: Int, isCutOff: Bool) throws {
                let bytes = rest.isEmpty ? buffer[lineStart..<end] : (rest + buffer[lineStart..<end])[...]
                rest.removeAll(keepingCapacity: true)
                try body(
                    Line(text: text(bytes), number: number, isCutOff: isCutOff, isContinued: isContinued)
                )
                isContinued = isCutOff
            }
            while let end = buffer[lineStart..<count].firstIndex(of: 0x0A) {
                try hand(end, isCutOff: false)
                number += 1
                lineStart = end + 1
            }
            while rest.count + count - lineStart > Self.maximumPartLength {
                // Split at a scalar boundary, preferably at a space.
                var end = min(count, lineStart + max(1, Self.maximumPartLength - rest.count))
                let latest = end
                while end > lineStart + 1, end > latest - 1000, buffer[end - 1] != 0x20 { end -= 1 }
                if buffer[end - 1] != 0x20 {
                    end = latest
                    while end > lineStart + 1, end < count, buffer[end] & 0xC0 == 0x80 { end -= 1 }
                }
                try hand(end, isCutOff: true)
                lineStart = end
            }
            rest += buffer[lineStart..<count]
        }
        if !rest.isEmpty {
            try body(Line(text: text(rest[...]), number: number, isCutOff: false, isContinued: isContinued))
        }
    }

    private func text(_ bytes: ArraySlice<UInt8>) -> String {
        let bytes = bytes.last == 0x0D ? bytes.dropLast() : bytes
        guard isLatin else { return String(decoding: bytes, as: UTF8.self) }
        return String(decoding: CharacterEncoding.utf8(bytes, from: "windows-1252") ?? [], as: UTF8.self)
    }

    // MARK: Detection of other formats

    private static func foreign(_ sample: [UInt8]) -> (name: String, remedy: String)? {
        let packed: [([UInt8], String)] = [
            ([0x1F, 0x8B], "compressed with gzip"), ([0x42, 0x5A, 0x68], "compressed with bzip2"),
            ([0x50, 0x4B, 0x03, 0x04], "compressed with zip"), ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "compressed with xz"),
            ([0x28, 0xB5, 0x2F, 0xFD], "compressed with zstd"),
        ]
        if let found = packed.first(where: { sample.starts(with: $0.0) }) { return (found.1, "decompress it first") }
        if sample.starts(with: [0xFF, 0xFE]) || sample.starts(with: [0xFE, 0xFF]) {
            return ("in UTF-16", "convert it to UTF-8: 'iconv -f UTF-16 -t UTF-8'")
        }
        let controls = sample.count { $0 < 0x09 || $0 > 0x0D && $0 < 0x20 && $0 != 0x1B || $0 == 0x7F }
        // A few control characters are harmless; a binary file contains many.
        if controls > 4, controls * 200 > sample.count {
            return ("a binary file", "use a plain-text file or a file of tab-separated sentences")
        }
        return nil
    }

    private static func isUTF8(_ sample: [UInt8], isWhole: Bool) -> Bool {
        var bytes = sample[...]
        // The last scalar may be incomplete.
        if !isWhole {
            for _ in 0..<4 {
                guard let last = bytes.last, last >= 0x80 else { break }
                bytes.removeLast()
                if last >= 0xC0 { break }
            }
        }
        return String(validating: bytes, as: UTF8.self) != nil
    }
}
