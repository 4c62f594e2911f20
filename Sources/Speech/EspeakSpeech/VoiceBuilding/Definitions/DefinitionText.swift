import LanguageServices

/// The lines of a definition file, with the position of each word.
///
/// A `#` at the start of a line or after a space starts a comment, which extends to the end of the line. A phoneme can
/// therefore be named `t#`.
struct DefinitionText {
    /// The lines that are not empty, in order.
    private(set) var lines: [Line] = []

    /// A line that contains at least one word.
    struct Line {
        /// The file, for messages.
        var path: String
        /// The line number, from 1.
        var number: Int
        /// The words, of which there is at least one.
        var words: [Word]

        /// The first word, which is the line's keyword.
        var key: String { words.first?.text ?? "" }

        /// The words after the keyword.
        var values: ArraySlice<Word> { words.dropFirst() }
    }

    /// A word delimited by spaces.
    struct Word {
        var text: String
        /// The column, in Unicode scalars from 1.
        var column: Int
    }

    /// Parses a file.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - path: The path of the file, for messages.
    /// - Throws: `ServiceError.Code.configuration` if the file is not UTF-8, or a line is longer than 1,000 bytes.
    init(_ bytes: [UInt8], path: String) throws(ServiceError) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ServiceError(.configuration, "\(path): the file is not UTF-8", remedy: "save it as UTF-8")
        }
        var number = 0
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            number += 1
            guard line.utf8.count <= Self.maximumLineLength else {
                throw ServiceError(
                    .configuration,
                    "\(path):\(number):1: the line is longer than \(Self.maximumLineLength) bytes",
                    remedy: "split it"
                )
            }
            let words = Self.words(of: line, isFirst: number == 1)
            if !words.isEmpty { lines.append(Line(path: path, number: number, words: words)) }
        }
    }

    private static func words(of line: Substring, isFirst: Bool) -> [Word] {
        var words: [Word] = []
        var current = String.UnicodeScalarView()
        var start = 0
        var column = 0
        func isComment() -> Bool { words.isEmpty ? current.first == "#" : current.elementsEqual(["#"]) }
        for scalar in line.unicodeScalars {
            column += 1
            // Skip a byte order mark, which some editors add.
            if isFirst, column == 1, scalar.value == 0xFEFF { continue }
            guard scalar.properties.isWhitespace else {
                if current.isEmpty { start = column }
                current.append(scalar)
                continue
            }
            if current.isEmpty { continue }
            if isComment() { return words }
            words.append(Word(text: String(current), column: start))
            current = String.UnicodeScalarView()
        }
        if !current.isEmpty, !isComment() { words.append(Word(text: String(current), column: start)) }
        return words
    }

    private static let maximumLineLength = 1000
}

extension DefinitionText.Line {
    /// An error that includes the file, line and column.
    ///
    /// - Parameters:
    ///   - message: The problem.
    ///   - word: The word that causes the problem; `nil` for the first word of the line.
    ///   - remedy: How to fix the problem.
    func problem(_ message: String, at word: DefinitionText.Word? = nil, remedy: String? = nil) -> ServiceError {
        DefinitionLocation(self, word).problem(message, remedy: remedy)
    }

    /// The value of a keyword that takes exactly one word.
    func onlyValue() throws(ServiceError) -> DefinitionText.Word {
        guard let value = values.first else { throw problem("'\(key)' has no value") }
        if let second = values.dropFirst().first {
            throw problem("'\(key)' takes one value, not two", at: second)
        }
        return value
    }

    /// The rest of the line after the keyword, as one string.
    func remainder() throws(ServiceError) -> String {
        guard !values.isEmpty else { throw problem("'\(key)' has no value") }
        return values.map(\.text).joined(separator: " ")
    }

    /// The integer that a word contains, which must be in a range.
    func number(_ word: DefinitionText.Word, in range: ClosedRange<Int>) throws(ServiceError) -> Int {
        guard let value = Int(word.text) else { throw problem("'\(word.text)' is not a whole number", at: word) }
        guard range.contains(value) else {
            throw problem("\(value) is not between \(range.lowerBound) and \(range.upperBound)", at: word)
        }
        return value
    }

    /// All values as integers, which must be in a range.
    func numbers(in range: ClosedRange<Int>, count: ClosedRange<Int>) throws(ServiceError) -> [Int] {
        guard count.contains(values.count) else {
            let wanted =
                count.count == 1 ? "\(count.lowerBound)" : "\(count.lowerBound) to \(count.upperBound)"
            throw problem("'\(key)' takes \(wanted) numbers, not \(values.count)")
        }
        var result: [Int] = []
        for word in values { result.append(try number(word, in: range)) }
        return result
    }
}
