package import LanguageServices
import Platform

/// Reads the folder of sentence data for a language.
package struct DataFolder {
    /// The data that was read.
    package private(set) var data: SentenceData
    /// The problems, in file order.
    package private(set) var problems: [DataProblem]

    /// Reads all files in a folder, sorted by name.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - language: The language of the data.
    ///   - isWhole: Whether templates for single words are read and checked immediately rather than on first use.
    /// - Throws: `ServiceError` if a file cannot be read, or there are no grammar rules for the language. Invalid
    ///   contents are reported in ``problems``.
    package init(path: String, language: LanguageTag, isWhole: Bool = true) throws(ServiceError) {
        guard let grammar = SentenceGrammars.grammar(of: language) else {
            throw ServiceError(
                .unsupported,
                "there are no grammar rules for writing sentences in '\(language)'",
                remedy: "use one of these languages: \(SentenceGrammars.languages.joined(separator: ", "))"
            )
        }
        var reading = DataReading(language: language, grammar: grammar, isWhole: isWhole)
        let names = try Folder.names(in: path)
        for name in names where name.hasSuffix(".txt") || name.hasSuffix(".tsv") {
            let file = "\(path)/\(name)"
            let number = reading.data.files.count
            reading.data.files.append(file)
            let text = try TextFile(path: file, number: number)
            if let line = text.malformedLine {
                reading.report(DataLocation(file: number, line: line), "the line is not valid UTF-8")
            } else if name.hasSuffix(".tsv") {
                reading.readLexicon(text)
            } else {
                reading.keepTemplates(text)
            }
        }
        reading.readTemplates()
        reading.finish()
        data = reading.data
        problems = reading.problems
    }
}

/// A data file, split into lines.
struct TextFile {
    /// The lines that are neither empty nor comments.
    let lines: [TextLine]
    /// The number of the first line that is not valid UTF-8, from 1; `nil` if all lines are valid.
    let malformedLine: Int?

    /// The maximum file size, in bytes.
    static let limit = 64 << 20

    /// - Throws: `ServiceError` if the file cannot be read.
    init(path: String, number: Int) throws(ServiceError) {
        let bytes = try WholeFile.read(path, limit: Self.limit)
        let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        guard let text = String(validating: isMarked ? bytes[3...] : bytes[...], as: UTF8.self) else {
            lines = []
            malformedLine = Self.malformedLine(bytes)
            return
        }
        malformedLine = nil
        let start = isMarked ? 3 : 0
        let whole = bytes[start...].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        lines = whole.enumerated().compactMap { index, bytes in
            let bytes = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
            guard Self.hasContent(bytes) else { return nil }
            let line = text.utf8.index(text.startIndex, offsetBy: bytes.startIndex - start)
            let end = text.utf8.index(line, offsetBy: bytes.count)
            return TextLine(text[line..<end], location: DataLocation(file: number, line: index + 1))
        }
    }

    /// Whether a line is neither empty nor a comment.
    private static func hasContent(_ line: ArraySlice<UInt8>) -> Bool {
        guard let first = line.first, first != UInt8(ascii: "#") else { return false }
        return line.contains { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") && $0 != UInt8(ascii: "\r") }
    }

    private static func malformedLine(_ bytes: [UInt8]) -> Int {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
        return line + 1
    }
}

/// A line in a file, with its location.
struct TextLine: Sendable {
    let text: Substring
    let location: DataLocation

    /// The kinds of headings in a template file.
    enum Heading {
        /// `[n food]`
        case group
        /// `= bottle`
        case word
        /// `kind fruit: food`
        case kind
        /// `set people`
        case set
    }

    /// The kind of heading that the line is; `nil` if it is not a heading.
    let heading: Heading?

    init(_ text: Substring, location: DataLocation) {
        self.text = text
        self.location = location
        heading =
            switch text.utf8.first {
            case UInt8(ascii: "["): .group
            case UInt8(ascii: "="): text.utf8.starts(with: "= ".utf8) ? .word : nil
            case UInt8(ascii: "k"): text.utf8.starts(with: "kind ".utf8) ? .kind : nil
            case UInt8(ascii: "s"): text.utf8.starts(with: "set ".utf8) ? .set : nil
            default: nil
            }
    }

    /// The line's cells.
    var cells: [Substring] { text.parts(at: "\t") }

    /// The column of a cell, in Unicode scalars from 1. For a missing cell, it is the column at which the cell would
    /// begin.
    func column(ofCell number: Int) -> Int {
        let cells = cells.prefix(number)
        let length = cells.reduce(0) { $0 + $1.unicodeScalars.count + 1 }
        return cells.count < number ? length : length + 1
    }
}

/// The rules for the names of kinds and sets: lower-case letters, digits and hyphens.
enum DataName {
    static let allowed = "a name consists of lower-case letters, digits and hyphens, and begins with a letter"

    static func isName(_ text: some StringProtocol) -> Bool {
        guard let first = text.utf8.first, isLetter(first), text.utf8.count <= 64 else { return false }
        return text.utf8.allSatisfy { isLetter($0) || ($0 >= 48 && $0 <= 57) || $0 == UInt8(ascii: "-") }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") }
}

extension Substring {
    /// The text without surrounding spaces.
    var trimmed: String {
        let space = UInt8(ascii: " ")
        var bytes = utf8
        while bytes.first == space { bytes.removeFirst() }
        while bytes.last == space { bytes.removeLast() }
        return String(Substring(bytes))
    }

    /// The parts between ASCII delimiters. Bytes are compared, because comparing characters is slow for many lines.
    func parts(at mark: Unicode.Scalar) -> [Substring] {
        let separator = UInt8(truncatingIfNeeded: mark.value)
        let positions = utf8.withContiguousStorageIfAvailable { bytes in
            bytes.indices.filter { bytes[$0] == separator }
        }
        guard let positions else { return split(separator: Character(mark), omittingEmptySubsequences: false) }
        var result: [Substring] = []
        result.reserveCapacity(positions.count + 1)
        var start = startIndex
        for position in positions {
            let end = utf8.index(startIndex, offsetBy: position)
            result.append(self[start..<end])
            start = utf8.index(after: end)
        }
        result.append(self[start...])
        return result
    }
}

extension String {
    /// The text without surrounding spaces.
    var trimmed: String { self[...].trimmed }
}
