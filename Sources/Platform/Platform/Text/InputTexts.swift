package import LanguageServices

/// A text from the user's input, with its location.
package struct InputText: Sendable {
    /// The text.
    package var text: String

    /// The text's location, for messages: `words.txt:3`; `nil` for a command-line argument.
    package var place: String?

    /// Whether this is an empty line from a file, as opposed to an empty argument.
    package var isEmptyLine: Bool { place != nil && text.isEmpty }

    /// A message, prefixed with the location if there is one.
    package func naming(_ message: String) -> String {
        place.map { "\($0): \(message)" } ?? message
    }
}

/// A text that cannot be decoded, with the reason.
package struct UnreadableText: Error {
    /// The error, with file, line and column.
    package var error: ServiceError

    /// The name of the source.
    var source: String

    /// Whether it contains a NUL byte.
    var holdsZero: Bool
}

/// The input texts of a command, in order.
package struct InputTexts: Sendable {
    private var arguments: ArraySlice<String>
    private var reader: LineReader?
    private var file: String?
    private let open: @Sendable (String) throws -> LineReader
    private var unreadable = UnreadableLines()

    /// Creates the input from arguments and a file.
    ///
    /// - Parameters:
    ///   - arguments: Texts, or `-` for the lines of standard input.
    ///   - file: A file whose lines follow the arguments.
    ///   - open: Opens a file, or standard input for `-`, when it is needed.
    package init(arguments: [String], file: String?, open: @escaping @Sendable (String) throws -> LineReader) {
        self.arguments = arguments[...]
        self.file = file
        self.open = open
    }

    /// The number of texts, if it can be determined in advance.
    ///
    /// This reads the file an additional time, which takes little time compared with processing it.
    package var count: Int? {
        guard reader == nil, !arguments.contains("-"), file != "-" else { return nil }
        guard let file else { return arguments.count }
        return LineCount.nonEmptyLines(of: file).map { $0 + arguments.count }
    }

    /// The next text, or `nil` after the last one. Empty lines are skipped.
    ///
    /// - Throws: ``UnreadableText`` for an invalid line; the next call continues after that line. Other errors are
    ///   fatal.
    package mutating func next() async throws -> InputText? {
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
                // The bytes are compared because comparison under Unicode equivalence takes quadratic time for runs of
                // combining marks.
                guard argument.utf8.elementsEqual("-".utf8) else {
                    return InputText(text: argument, place: nil)
                }
                reader = try open("-")
            } else if let file {
                self.file = nil
                reader = try open(file)
            } else {
                return nil
            }
        }
    }

    /// The next valid text; the errors for invalid texts are passed to `complain`.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` if the input is not text at all, and the fatal errors
    ///   thrown by ``next()``.
    package mutating func next(_ complain: (ServiceError) -> Void) async throws -> InputText? {
        while true {
            do {
                let text = try await next()
                if text == nil { unreadable.tell(complain) } else { unreadable.addReadable(complain) }
                return text
            } catch let line as UnreadableText {
                try unreadable.add(line, complain)
            }
        }
    }

    /// The next text, followed by all texts that are available without waiting; `nil` after the last.
    ///
    /// Typed lines are therefore processed one by one, whereas a long file is processed in large batches.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of texts.
    ///   - keepsLines: Whether an empty or invalid line becomes an empty text, so results correspond to lines.
    ///   - complain: Receives the errors for invalid lines.
    /// - Throws: The errors thrown by ``next(_:)``.
    package mutating func nextBatch(
        upTo limit: Int,
        keepsLines: Bool = false,
        _ complain: (ServiceError) -> Void
    ) async throws -> [InputText]? {
        var batch: [InputText] = []
        var count = 0
        while count < limit, count == 0 || hasBufferedText {
            do {
                guard let text = try await nextLine() else { break }
                if !text.isEmptyLine { unreadable.addReadable(complain) }
                if keepsLines || !text.isEmptyLine { batch.append(text) }
            } catch let line as UnreadableText {
                try unreadable.add(line, complain)
                if keepsLines { batch.append(InputText(text: "", place: "")) }
            }
            count += 1
        }
        unreadable.tell(complain)
        return count == 0 ? nil : batch
    }

    private var hasBufferedText: Bool {
        reader.map { $0.hasCompleteLine } ?? (arguments.first.map { $0 != "-" } ?? false)
    }

    private static func text(_ line: LineReader.Line, of name: String) throws -> InputText {
        let place = "\(name):\(line.number)"
        if let zero = line.bytes.firstIndex(of: 0) {
            throw UnreadableText(
                error: ServiceError(
                    .invalidRequest,
                    "\(place):\(zero + 1): the text contains a NUL byte",
                    remedy: "use a text file"
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

/// Lets several tasks read from the same input texts.
package actor InputTextReader {
    private var texts: InputTexts
    private var unreadable = UnreadableLines()

    package init(_ texts: InputTexts) { self.texts = texts }

    /// The next text or its error; `nil` after the last.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` if the input is not text at all.
    package func next() async throws -> Result<InputText, UnreadableText>? {
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

/// Decides from the first invalid lines of an input whether it is text with errors or not text at all.
///
/// The errors for the first lines are held back until this is decided, so a binary file results in one error instead of
/// one per line.
struct UnreadableLines: Sendable {
    private var held: [UnreadableText] = []
    private var unreadable = 0
    private var readable = 0
    private var hasZeros = false

    /// The input is not text if it has this many invalid lines and at most one valid line among them.
    private static let most = 5

    /// Counts a valid line.
    mutating func addReadable(_ complain: (ServiceError) -> Void) {
        countReadable()
        if readable > 1 { tell(complain) }
    }

    /// Counts an invalid line and holds back its error.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` if the input is not text.
    mutating func add(_ line: UnreadableText, _ complain: (ServiceError) -> Void) throws {
        held.append(line)
        try count(line)
        if readable > 1 { tell(complain) }
    }

    /// Counts a valid line, for callers that report errors themselves.
    mutating func countReadable() { readable += 1 }

    /// Counts an invalid line.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` if the input is not text.
    mutating func count(_ line: UnreadableText) throws {
        unreadable += 1
        hasZeros = hasZeros || line.holdsZero
        guard unreadable >= Self.most, readable <= 1 else { return }
        throw ServiceError(
            .invalidRequest,
            "\(line.source): this is not text\(hasZeros ? "" : " in UTF-8"): "
                + "\(unreadable) of its first \(unreadable + readable) lines cannot be read",
            remedy: hasZeros ? "specify a text file" : "convert it, for example with iconv -f WINDOWS-1252 -t UTF-8"
        )
    }

    /// Reports the errors that were held back.
    mutating func tell(_ complain: (ServiceError) -> Void) {
        for line in held { complain(line.error) }
        held = []
    }
}
