import LanguageServices
import Platform

/// A text that the user gave, and where it came from.
struct InputText: Sendable {
    /// The text.
    var text: String

    /// Where it stood, for a message: `words.txt:3`; `nil` for a text of the command line.
    var place: String?

    /// Whether it is a line of a file without a text; an empty text of the command line is none.
    var isEmptyLine: Bool { place != nil && text.isEmpty }

    /// A message with the place before it, when there is one.
    func naming(_ message: String) -> String {
        place.map { "\($0): \(message)" } ?? message
    }
}

/// A text that cannot be read, and why.
struct UnreadableText: Error {
    /// What is wrong, with file, line and column.
    var error: ServiceError

    /// What the text is called that it is from.
    var source: String

    /// Whether there is a NUL byte in it, which no text has.
    var holdsZero: Bool
}

/// Where the texts of a command line come from, in their order.
struct InputTexts: Sendable {
    private var arguments: ArraySlice<String>
    private var reader: LineReader?
    private var file: String?
    private let standardInput: Int32
    private var unreadable = UnreadableLines()

    /// Texts from arguments and a file.
    ///
    /// - Parameters:
    ///   - arguments: Texts, or `-` for the lines of standard input.
    ///   - file: A file whose lines come after the arguments.
    ///   - standardInput: The descriptor of standard input.
    init(arguments: [String], file: String?, standardInput: Int32) {
        self.arguments = arguments[...]
        self.file = file
        self.standardInput = standardInput
    }

    /// How many texts there are, where that can be told beforehand.
    ///
    /// A file is read once for it, which takes a small part of the time that the work on it takes.
    var count: Int? {
        guard reader == nil, !arguments.contains("-"), file != "-" else { return nil }
        guard let file else { return arguments.count }
        return LineCount.nonEmptyLines(of: file).map { $0 + arguments.count }
    }

    /// The next text, or `nil` after the last; empty lines of a file are passed over.
    ///
    /// - Throws: ``UnreadableText`` for a line that is no text; the next call goes on behind it. Everything else ends
    ///   the command.
    mutating func next() async throws -> InputText? {
        while let text = try await nextLine() {
            if !text.isEmptyLine { return text }
        }
        return nil
    }

    /// The next text or empty line.
    private mutating func nextLine() async throws -> InputText? {
        while true {
            if let reader {
                if let line = try await reader.next() { return try Self.text(line, of: reader.name) }
                self.reader = nil
            } else if let argument = arguments.popFirst() {
                // By its bytes: what looks the same is found out in a time that grows with the square of many accents.
                guard argument.utf8.elementsEqual("-".utf8) else {
                    return InputText(text: argument, place: nil)
                }
                reader = try LineReader(path: "-", standardInput: standardInput)
            } else if let file {
                self.file = nil
                reader = try LineReader(path: file, standardInput: standardInput)
            } else {
                return nil
            }
        }
    }

    /// The next text that can be read; what cannot be read is said and counted.
    ///
    /// - Throws: ``CommandFailure`` when the input is no text at all, and what ``next()`` throws of the input as a whole.
    mutating func next(complainingTo console: Console, _ tally: inout Tally) async throws -> InputText? {
        while true {
            do {
                let text = try await next()
                if text == nil { unreadable.tell(console, &tally) } else { unreadable.addReadable(console, &tally) }
                return text
            } catch let line as UnreadableText {
                try unreadable.add(line, console, &tally)
            }
        }
    }

    /// The texts that need not be waited for, and the one before them that may; `nil` after the last.
    ///
    /// So what is typed is answered line by line, and a long file is worked on in large pieces.
    ///
    /// - Parameters:
    ///   - limit: How many at the most.
    ///   - keepsLines: Whether an empty line, and one that cannot be read, is an empty text among the others, so that the
    ///     results can stand beside the lines.
    ///   - console: Where it is said what cannot be read; `tally` counts it.
    /// - Throws: As ``next(complainingTo:_:)``.
    mutating func nextBatch(
        upTo limit: Int,
        keepsLines: Bool = false,
        complainingTo console: Console,
        _ tally: inout Tally
    ) async throws -> [InputText]? {
        var batch: [InputText] = []
        var count = 0
        while count < limit, count == 0 || hasNextAtHand {
            do {
                guard let text = try await nextLine() else { break }
                if !text.isEmptyLine { unreadable.addReadable(console, &tally) }
                if keepsLines || !text.isEmptyLine { batch.append(text) }
            } catch let line as UnreadableText {
                try unreadable.add(line, console, &tally)
                if keepsLines { batch.append(InputText(text: "", place: "")) }
            }
            count += 1
        }
        unreadable.tell(console, &tally)
        return count == 0 ? nil : batch
    }

    private var hasNextAtHand: Bool {
        reader.map { $0.hasWholeLine } ?? (arguments.first.map { $0 != "-" } ?? false)
    }

    private static func text(_ line: LineReader.Line, of name: String) throws -> InputText {
        let place = "\(name):\(line.number)"
        if let zero = line.bytes.firstIndex(of: 0) {
            throw UnreadableText(
                error: ServiceError(
                    .invalidRequest,
                    "\(place):\(zero + 1): there is a NUL byte in the text",
                    remedy: "is this a text file?"
                ),
                source: name,
                holdsZero: true
            )
        }
        guard let text = String(validating: line.bytes, as: UTF8.self) else {
            let invalid = InvalidByte(in: line.bytes)
            throw UnreadableText(
                error: ServiceError(
                    .invalidRequest,
                    "\(place):\(invalid.offset + 1): \(invalid.complaint)",
                    remedy: "save the file as UTF-8"
                ),
                source: name,
                holdsZero: false
            )
        }
        let isBlank = text.unicodeScalars.allSatisfy { $0.properties.isWhitespace }
        return InputText(text: isBlank ? "" : text, place: place)
    }
}

/// Reads texts from several tasks, one after the other.
actor InputTextReader {
    private var texts: InputTexts
    private var unreadable = UnreadableLines()

    init(_ texts: InputTexts) { self.texts = texts }

    /// The next text, or what keeps it from being read; `nil` after the last.
    ///
    /// - Throws: ``CommandFailure`` when the input is no text at all.
    func next() async throws -> Result<InputText, UnreadableText>? {
        var current = texts
        defer { texts = current }
        do {
            guard let text = try await current.next() else { return nil }
            unreadable.countReadable()
            return .success(text)
        } catch let line as UnreadableText {
            try unreadable.count(line)
            return .failure(line)
        }
    }
}
