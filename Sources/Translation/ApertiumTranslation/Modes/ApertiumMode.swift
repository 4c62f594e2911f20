package import LanguageServices

/// A translation direction installed with Apertium.
package struct ApertiumMode: Sendable, Hashable {
    /// The name: `eng-spa`.
    package var name: String

    /// The languages.
    package var pair: LanguagePair

    /// The programs of the pipeline, in order. Each one reads the output of the previous one.
    package var stages: [ApertiumStage] = []

    /// The programs that analyse words, tag them and look them up in the pair's dictionary, without sentence
    /// generation; `nil` if the mode has none.
    ///
    /// The words keep the dictionary's case.
    var lexicalStages: [ApertiumStage]? {
        guard let last = stages.firstIndex(where: \.isBilingualDictionary), stages.first?.isAnalyser == true else {
            return nil
        }
        return stages[...last].filter { !$0.isTransfer }.map { $0.isAnalyser ? $0.adding("-w") : $0 }
    }

    /// The program that looks up words in the pair's dictionary.
    var dictionaryStage: ApertiumStage? { stages.first(where: \.isBilingualDictionary) }

    /// The program that finds the base forms of source words, in its dictionary's case.
    var analyserStage: ApertiumStage? {
        guard let first = stages.first, first.isAnalyser else { return nil }
        return first.adding("-w")
    }
}

/// One program of a mode.
package struct ApertiumStage: Sendable, Hashable {
    /// The name or path.
    package var program: String

    /// The arguments, including `-z`, which makes the program flush its output at each NUL.
    package var arguments: [String]

    var name: Substring { program.split(separator: "/").last ?? "" }

    var isAnalyser: Bool {
        name == "lt-proc" && arguments.count(where: { !$0.hasPrefix("-") }) == 1
            && arguments.allSatisfy { !$0.hasPrefix("-") || $0 == "-z" || $0 == "-w" || $0 == "-e" || $0 == "-a" }
    }

    var isBilingualDictionary: Bool { name == "lt-proc" && arguments.contains("-b") }

    var isTransfer: Bool {
        ["apertium-transfer", "apertium-interchunk", "apertium-postchunk", "rtx-proc"].contains(name)
    }

    /// A copy with another option prepended.
    func adding(_ option: String) -> ApertiumStage {
        guard !arguments.contains(option) else { return self }
        return ApertiumStage(program: program, arguments: [option] + arguments)
    }
}

/// Parses a mode file: one shell command line in which the words may be quoted and the programs are connected by pipes.
///
/// The file is not run by a shell. Anything beyond starting these programs (variables, redirections, lists) is
/// rejected.
enum ModeFile {
    /// Parses the text of a file.
    ///
    /// `$1` is replaced with the option for marking untranslatable words (`-g`, which uses an asterisk), and `$2` with
    /// a tagger option (none).
    ///
    /// - Returns: `nil` if the file has a different syntax, or names a program that cannot flush at each NUL.
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

    /// Whether a program is one of Apertium's filters, all of which support `-z`.
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
