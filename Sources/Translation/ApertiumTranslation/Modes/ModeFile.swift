/// The programs that a mode file names: one line for a shell, of words in quotes, with bars between the programs.
///
/// The file is not run by a shell. What a shell would do more than start these programs (variables, redirections, lists) is
/// refused.
enum ModeFile {
    /// Reads the text of a file.
    ///
    /// `$1` stands for how words are marked that cannot be translated (`-g`: with a star), `$2` for an option of the tagger
    /// (none).
    ///
    /// - Returns: `nil` when the file is not of this form, or names a program that cannot answer at each NUL.
    static func stages(_ text: String) -> [ApertiumStage]? {
        guard text.utf8.count <= 100_000, let programs = words(text) else { return nil }
        var stages: [ApertiumStage] = []
        for var words in programs {
            guard let program = words.first, !program.isEmpty else { return nil }
            words.removeFirst()
            let stage = ApertiumStage(program: program, arguments: words)
            guard answersAtNUL(String(stage.name)) else { return nil }
            stages.append(words.contains("-z") || words.contains("--null-flush") ? stage : stage.adding("-z"))
        }
        return stages.isEmpty ? nil : stages
    }

    /// Whether a program is one of Apertium's filters, which all take `-z`.
    private static func answersAtNUL(_ name: String) -> Bool {
        ["lt-", "lrx-", "lsx-", "apertium-", "rtx-", "hfst-proc", "cg-proc"].contains { name.hasPrefix($0) }
            && !["apertium-cleanstream", "lt-comp", "lt-append"].contains(name)
    }

    private static func words(_ text: String) -> [[String]]? {
        var programs: [[String]] = [[]]
        var word: String.UnicodeScalarView?
        var quote: Unicode.Scalar?
        var isEscaped = false
        var scalars = Array(text.unicodeScalars)[...]
        func finish() {
            if let whole = word { programs[programs.count - 1].append(String(whole)) }
            word = nil
        }
        while let scalar = scalars.popFirst() {
            if isEscaped {
                word = (word ?? .init()) + [scalar]
                isEscaped = false
            } else if let open = quote {
                switch scalar {
                case open: quote = nil
                case "\\" where open == "\"": isEscaped = true
                case "$" where open == "\"", "`" where open == "\"", "\0": return nil
                default: word?.append(scalar)
                }
            } else {
                switch scalar {
                case "'", "\"":
                    quote = scalar
                    word = word ?? .init()
                case "\\": isEscaped = true
                case "|":
                    finish()
                    programs.append([])
                case "$":
                    switch scalars.popFirst() {
                    case "1": word = (word ?? .init()) + "-g".unicodeScalars
                    case "2": break
                    default: return nil
                    }
                case ";", "&", "<", ">", "(", ")", "`", "#", "*", "?", "[", "\0": return nil
                case " ", "\t", "\n", "\r": finish()
                default: word = (word ?? .init()) + [scalar]
                }
            }
        }
        guard quote == nil, !isEscaped else { return nil }
        finish()
        return programs
    }
}
