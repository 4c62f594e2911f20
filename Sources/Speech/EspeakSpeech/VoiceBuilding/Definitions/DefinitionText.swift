import LanguageServices

/// The text of a definition file, cut into lines whose words know where they stand.
///
/// A `#` at the start of a line, or one that stands alone, begins a comment that runs to the end of the line. So a
/// phoneme may be called `t#`.
struct DefinitionText {
    /// The lines that say something, in order.
    private(set) var lines: [Line] = []

    /// A line with at least one word.
    struct Line {
        /// The file, for messages.
        var path: String
        /// Counted from 1.
        var number: Int
        /// The words, at least one.
        var words: [Word]

        /// The first word, which says what the line is about.
        var key: String { words.first?.text ?? "" }

        /// The words behind the first.
        var values: ArraySlice<Word> { words.dropFirst() }
    }

    /// What stands between two spaces.
    struct Word {
        var text: String
        /// Where it begins, in Unicode scalars, counted from 1.
        var column: Int
    }

    /// Cuts a file.
    ///
    /// - Parameters:
    ///   - bytes: What is in the file.
    ///   - path: Its name, for messages.
    /// - Throws: `ServiceError.Code.configuration` when it is not UTF-8, or a line is longer than 1,000 bytes.
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
                    remedy: "break it in two"
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
            // Some editors begin a file with this mark, which nobody sees.
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
    /// An error that names the place.
    ///
    /// - Parameters:
    ///   - message: What is wrong.
    ///   - word: The word that is wrong, or `nil` for the first one of the line.
    ///   - remedy: What mends it.
    func problem(_ message: String, at word: DefinitionText.Word? = nil, remedy: String? = nil) -> ServiceError {
        DefinitionLocation(self, word).problem(message, remedy: remedy)
    }

    /// The only word behind the first.
    func onlyValue() throws(ServiceError) -> DefinitionText.Word {
        guard let value = values.first else { throw problem("'\(key)' has no value") }
        if let second = values.dropFirst().first {
            throw problem("'\(key)' has one value, not two", at: second)
        }
        return value
    }

    /// The rest of the line as one text.
    func rest() throws(ServiceError) -> String {
        guard !values.isEmpty else { throw problem("'\(key)' has no value") }
        return values.map(\.text).joined(separator: " ")
    }

    /// A whole number within bounds.
    func number(_ word: DefinitionText.Word, in range: ClosedRange<Int>) throws(ServiceError) -> Int {
        guard let value = Int(word.text) else { throw problem("'\(word.text)' is not a whole number", at: word) }
        guard range.contains(value) else {
            throw problem("\(value) is not between \(range.lowerBound) and \(range.upperBound)", at: word)
        }
        return value
    }

    /// All values as whole numbers.
    func numbers(in range: ClosedRange<Int>, count: ClosedRange<Int>) throws(ServiceError) -> [Int] {
        guard count.contains(values.count) else {
            let wanted =
                count.count == 1 ? "\(count.lowerBound)" : "\(count.lowerBound) to \(count.upperBound)"
            throw problem("'\(key)' takes \(wanted) numbers, and \(values.count) stand here")
        }
        var result: [Int] = []
        for word in values { result.append(try number(word, in: range)) }
        return result
    }
}
