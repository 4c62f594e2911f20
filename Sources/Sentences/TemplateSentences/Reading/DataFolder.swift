package import LanguageServices
import Platform

/// Reads the folder with the sentences of a language.
package struct DataFolder {
    /// What was read.
    package private(set) var data: SentenceData
    /// What is wrong, in the order of the files.
    package private(set) var problems: [DataProblem]

    /// Reads all files of a folder, in the order of their names.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - language: Its language.
    ///   - isWhole: Whether the templates of single words are read and looked through as well, or left until they are
    ///     needed.
    /// - Throws: `ServiceError` when something cannot be read, or there are no rules for the language. What is wrong with
    ///   the contents is in ``problems``.
    package init(path: String, language: LanguageTag, isWhole: Bool = true) throws(ServiceError) {
        guard let grammar = SentenceGrammars.grammar(of: language) else {
            throw ServiceError(
                .unsupported,
                "there are no rules to write sentences in '\(language)'",
                remedy: "put the folder under one of \(SentenceGrammars.languages.joined(separator: ", "))"
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
                reading.report(DataLocation(file: number, line: line), "the line is not UTF-8")
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
        let start = isMarked ? 3 : 0
        let whole = bytes[start...].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        lines = whole.enumerated().compactMap { index, bytes in
            let bytes = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
            guard Self.says(bytes) else { return nil }
            let line = text.utf8.index(text.startIndex, offsetBy: bytes.startIndex - start)
            let end = text.utf8.index(line, offsetBy: bytes.count)
            return TextLine(text[line..<end], place: DataLocation(file: number, line: index + 1))
        }
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

/// A line of a file, and where it stands.
struct TextLine: Sendable {
    let text: Substring
    let place: DataLocation

    /// What a line of a file of templates begins.
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

    /// What the line begins; `nil` when it belongs to what an earlier one has begun.
    let heading: Heading?

    init(_ text: Substring, place: DataLocation) {
        self.text = text
        self.place = place
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

    /// Where a cell begins in the line, in Unicode scalars from 1; of a cell that is not there, where it would.
    func column(ofCell number: Int) -> Int {
        let cells = cells.prefix(number)
        let length = cells.reduce(0) { $0 + $1.unicodeScalars.count + 1 }
        return cells.count < number ? length : length + 1
    }
}

/// The names of kinds and sets: lower case, digits, hyphens.
enum DataName {
    static let allowed = "a name is of small letters, digits and hyphens, and begins with a letter"

    static func isName(_ text: some StringProtocol) -> Bool {
        guard let first = text.utf8.first, isLetter(first), text.utf8.count <= 64 else { return false }
        return text.utf8.allSatisfy { isLetter($0) || ($0 >= 48 && $0 <= 57) || $0 == UInt8(ascii: "-") }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") }
}

extension Substring {
    /// The text without spaces at its ends.
    var trimmed: String {
        let space = UInt8(ascii: " ")
        var bytes = utf8
        while bytes.first == space { bytes.removeFirst() }
        while bytes.last == space { bytes.removeLast() }
        return String(Substring(bytes))
    }

    /// The parts between marks of ASCII: by bytes, since there are many lines, and to look for whole characters takes longer.
    func parts(at mark: Unicode.Scalar) -> [Substring] {
        let separator = UInt8(truncatingIfNeeded: mark.value)
        let places = utf8.withContiguousStorageIfAvailable { bytes in
            bytes.indices.filter { bytes[$0] == separator }
        }
        guard let places else { return split(separator: Character(mark), omittingEmptySubsequences: false) }
        var result: [Substring] = []
        result.reserveCapacity(places.count + 1)
        var start = startIndex
        for place in places {
            let end = utf8.index(startIndex, offsetBy: place)
            result.append(self[start..<end])
            start = utf8.index(after: end)
        }
        result.append(self[start...])
        return result
    }
}

extension String {
    /// The text without spaces at its ends.
    var trimmed: String { self[...].trimmed }
}
