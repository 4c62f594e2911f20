import LanguageServices
import Platform

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
        for range in Self.ranges(of: bytes[(isMarked ? 3 : 0)...]) {
            count += 1
            guard Self.says(bytes[range]) else { continue }
            let line = text.utf8.index(text.startIndex, offsetBy: range.lowerBound - (isMarked ? 3 : 0))
            let end = text.utf8.index(line, offsetBy: range.count)
            lines.append(TextLine(text[line..<end], place: DataPlace(file: number, line: count)))
        }
        self.lines = lines
    }

    /// Where the lines are, without their ends.
    private static func ranges(of bytes: ArraySlice<UInt8>) -> [Range<Int>] {
        var result: [Range<Int>] = []
        var start = bytes.startIndex
        for place in bytes.indices where bytes[place] == UInt8(ascii: "\n") {
            let isMarked = place > start && bytes[place - 1] == UInt8(ascii: "\r")
            result.append(start..<(isMarked ? place - 1 : place))
            start = place + 1
        }
        result.append(start..<bytes.endIndex)
        return result
    }

    /// Whether a line is neither empty nor a remark.
    private static func says(_ line: ArraySlice<UInt8>) -> Bool {
        guard let first = line.first, first != UInt8(ascii: "#") else { return false }
        return line.contains { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") && $0 != UInt8(ascii: "\r") }
    }

    private static func malformedLine(_ bytes: [UInt8]) -> Int {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
        return line + 1
    }
}
