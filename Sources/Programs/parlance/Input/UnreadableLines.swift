import LanguageServices

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
    mutating func addReadable(_ console: Console, _ tally: inout Tally) {
        countReadable()
        if readable > 1 { tell(console, &tally) }
    }

    /// Takes note of one that cannot.
    ///
    /// - Throws: ``CommandFailure`` when it is clear that this is no text.
    mutating func add(_ line: UnreadableText, _ console: Console, _ tally: inout Tally) throws {
        held.append(line)
        try count(line)
        if readable > 1 { tell(console, &tally) }
    }

    /// Counts a line that can be read, for who says himself what is wrong with the others.
    mutating func countReadable() { readable += 1 }

    /// Counts one that cannot.
    ///
    /// - Throws: ``CommandFailure`` when it is clear that this is no text.
    mutating func count(_ line: UnreadableText) throws {
        unreadable += 1
        hasZeros = hasZeros || line.holdsZero
        guard unreadable >= Self.most, readable <= 1 else { return }
        throw CommandFailure(
            ServiceError(
                .invalidRequest,
                "\(line.source): this is no text\(hasZeros ? "" : " in UTF-8"): "
                    + "of its first \(unreadable + readable) lines \(unreadable) cannot be read",
                remedy: hasZeros ? "name a text file" : "convert it, for example with iconv -f WINDOWS-1252 -t UTF-8"
            ),
            .badData
        )
    }

    /// Says what has been held back.
    mutating func tell(_ console: Console, _ tally: inout Tally) {
        for line in held {
            console.complain(line.error)
            tally.countFailed(line.error)
        }
        held = []
    }
}
