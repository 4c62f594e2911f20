import Files
import LanguageServices

/// A file of the data, line by line.
struct TextFile {
    /// The lines that say something.
    let lines: [TextLine]
    /// The first line that is not UTF-8, from 1.
    let malformedLine: Int?

    /// The largest file that is read.
    static let limit = 64 << 20

    /// - Throws: `ServiceError` when the file cannot be read.
    init(path: String, number: Int) throws(ServiceError) {
        let bytes = try WholeFile.read(path, limit: Self.limit)
        let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        guard let text = String(validating: isMarked ? bytes[3...] : bytes[...], as: UTF8.self) else {
            lines = []
            malformedLine = Self.malformedLine(bytes)
            return
        }
        malformedLine = nil
        var lines: [TextLine] = []
        var count = 0
        for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            count += 1
            var line = line
            if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
            guard let first = line.first, first != UInt8(ascii: "#") else { continue }
            guard !line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) else { continue }
            lines.append(TextLine(text: Substring(line), place: DataPlace(file: number, line: count)))
        }
        self.lines = lines
    }

    private static func malformedLine(_ bytes: [UInt8]) -> Int {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
        return line + 1
    }
}
