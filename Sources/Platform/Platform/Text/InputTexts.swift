package import LanguageServices

/// A text that the user gave, and where it came from.
package struct InputText: Sendable {
    /// The text.
    package var text: String

    /// Where it stood, for a message: `words.txt:3`; `nil` for a text of the command line.
    package var place: String?

    /// Whether it is a line of a file without a text; an empty text of the command line is none.
    package var isEmptyLine: Bool { place != nil && text.isEmpty }

    /// A message with the place before it, when there is one.
    package func naming(_ message: String) -> String {
        place.map { "\($0): \(message)" } ?? message
    }
}

/// A text that cannot be read, and why.
package struct UnreadableText: Error {
    /// What is wrong, with file, line and column.
    package var error: ServiceError

    /// What the text is called that it is from.
    var source: String

    /// Whether there is a NUL byte in it, which no text has.
    var holdsZero: Bool
}

/// Where the texts of a command line come from, in their order.
package struct InputTexts: Sendable {
    private var arguments: ArraySlice<String>
    private var reader: LineReader?
    private var file: String?
    private let open: @Sendable (String) throws -> LineReader
    private var unreadable = UnreadableLines()

    /// Texts from arguments and a file.
    ///
    /// - Parameters:
    ///   - arguments: Texts, or `-` for the lines of standard input.
    ///   - file: A file whose lines come after the arguments.
    ///   - open: Opens a file when its turn has come, or standard input for `-`.
    package init(arguments: [String], file: String?, open: @escaping @Sendable (String) throws -> LineReader) {
        self.arguments = arguments[...]
        self.file = file
        self.open = open
    }

    /// How many texts there are, where that can be told beforehand.
    ///
    /// A file is read once for it, which takes a small part of the time that the work on it takes.
    package var count: Int? {
        guard reader == nil, !arguments.contains("-"), file != "-" else { return nil }
        guard let file else { return arguments.count }
        return LineCount.nonEmptyLines(of: file).map { $0 + arguments.count }
    }

    /// The next text, or `nil` after the last; empty lines of a file are passed over.
    ///
    /// - Throws: ``UnreadableText`` for a line that is no text; the next call goes on behind it. Everything else ends
    ///   the command.
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
                // By its bytes: what looks the same is found out in a time that grows with the square of many accents.
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

    /// The next text that can be read; `complain` is told what cannot.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` when the input is no text at all, and what ``next()`` throws of the
    ///   input as a whole.
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

    /// The texts that need not be waited for, and the one before them that may; `nil` after the last.
    ///
    /// So what is typed is answered line by line, and a long file is worked on in large pieces.
    ///
    /// - Parameters:
    ///   - limit: How many at the most.
    ///   - keepsLines: Whether an empty line, and one that cannot be read, is an empty text among the others, so that the
    ///     results can stand beside the lines.
    ///   - complain: Told what cannot be read.
    /// - Throws: As the function for one text.
    package mutating func nextBatch(
        upTo limit: Int,
        keepsLines: Bool = false,
        _ complain: (ServiceError) -> Void
    ) async throws -> [InputText]? {
        var batch: [InputText] = []
        var count = 0
        while count < limit, count == 0 || hasNextAtHand {
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
package actor InputTextReader {
    private var texts: InputTexts
    private var unreadable = UnreadableLines()

    package init(_ texts: InputTexts) { self.texts = texts }

    /// The next text, or what keeps it from being read; `nil` after the last.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` when the input is no text at all.
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

/// The lines at the start of an input that cannot be read: are they mistakes in a text, or is it no text at all?
///
/// What is wrong with the first lines is held back until that is clear, so that a picture or a program in the place of a
/// text gives one error and not one for each of its lines.
struct UnreadableLines: Sendable {
    private var held: [UnreadableText] = []
    private var unreadable = 0
    private var readable = 0
    private var hasZeros = false

    /// So many lines that cannot be read, with at most one among them that can, are no text.
    private static let most = 5

    /// Takes note of a line that can be read.
    mutating func addReadable(_ complain: (ServiceError) -> Void) {
        countReadable()
        if readable > 1 { tell(complain) }
    }

    /// Takes note of one that cannot.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` when it is clear that this is no text.
    mutating func add(_ line: UnreadableText, _ complain: (ServiceError) -> Void) throws {
        held.append(line)
        try count(line)
        if readable > 1 { tell(complain) }
    }

    /// Counts a line that can be read, for who says himself what is wrong with the others.
    mutating func countReadable() { readable += 1 }

    /// Counts one that cannot.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` when it is clear that this is no text.
    mutating func count(_ line: UnreadableText) throws {
        unreadable += 1
        hasZeros = hasZeros || line.holdsZero
        guard unreadable >= Self.most, readable <= 1 else { return }
        throw ServiceError(
            .invalidRequest,
            "\(line.source): this is no text\(hasZeros ? "" : " in UTF-8"): "
                + "of its first \(unreadable + readable) lines \(unreadable) cannot be read",
            remedy: hasZeros ? "name a text file" : "convert it, for example with iconv -f WINDOWS-1252 -t UTF-8"
        )
    }

    /// Says what has been held back.
    mutating func tell(_ complain: (ServiceError) -> Void) {
        for line in held { complain(line.error) }
        held = []
    }
}
