import LanguageServices

/// The lines at the start of an input that cannot be read: are they mistakes in a text, or is it no text at all?
///
/// What is wrong with the first lines is held back until that is clear, so that a picture or a program in the place of a
/// text gives one error and not one for each of its lines.
struct UnreadableLines: Sendable {
    private var held: [UnreadableText] = []
    private var unreadable = 0
    private var readable = 0

    /// So many lines that cannot be read, with at most one among them that can, are no text.
    private static let most = 5

    /// Takes note of a line that can be read.
    mutating func addReadable(_ console: Console, _ tally: inout Tally) {
        readable += 1
        if readable > 1 { tell(console, &tally) }
    }

    /// Takes note of one that cannot.
    ///
    /// - Throws: ``CommandFailure`` when it is clear that this is no text.
    mutating func add(_ line: UnreadableText, _ console: Console, _ tally: inout Tally) throws {
        unreadable += 1
        held.append(line)
        guard readable <= 1 else { return tell(console, &tally) }
        guard unreadable >= Self.most else { return }
        let isBinary = held.contains(where: \.holdsZero)
        throw CommandFailure(
            ServiceError(
                .invalidRequest,
                "\(line.source): this is no text\(isBinary ? "" : " in UTF-8"): "
                    + "of its first \(unreadable + readable) lines \(unreadable) cannot be read",
                remedy: isBinary ? "name a text file" : "convert it, for example with iconv -f WINDOWS-1252 -t UTF-8"
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
