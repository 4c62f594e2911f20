/// The help of a command, generated from its declaration.
///
/// The output is deterministic for a given tree and width. Lines stay within the width, except for examples, labels and
/// words that are longer than the line.
package struct HelpText: Sendable {
    /// The supported widths, in characters; other values are clamped.
    package static let widths = 40...120

    private let root: Command
    private let chain: [Command]
    private let width: Int

    /// Prepares the help of a command.
    ///
    /// - Parameters:
    ///   - path: The path of the command from the program's name down, as in ``Invocation/help(path:)``. Everything
    ///     from the first unknown name on is ignored.
    ///   - root: The root command of the program.
    ///   - width: The line width in characters, clamped to ``widths``.
    package init(_ path: [String], of root: Command, width: Int = 80) {
        var chain: [Command] = []
        for name in path.dropFirst() {
            guard let next = (chain.last ?? root).subcommand(named: name) else { break }
            chain.append(next)
        }
        self.root = root
        self.chain = chain
        self.width = min(max(width, Self.widths.lowerBound), Self.widths.upperBound)
    }

    /// The help text; every line ends with a line feed.
    package var text: String {
        lines.map { "\($0)\n" }.joined()
    }

    private var command: Command { chain.last ?? root }

    private var line: String { ([root] + chain).map(\.name).joined(separator: " ") }

    private var lines: [String] {
        let positionals = command.positionals.map(HelpRow.init)
        let commands = commandRows
        let accepted = chain.filter { $0 == command || !$0.isLeafWithCommands }
        let own = accepted.reversed().flatMap(\.options).filter { !$0.isHidden }.map(HelpRow.init)
        let global = (root.options + StandardOptions.all).filter { !$0.isHidden }.map(HelpRow.init)
        let table = HelpTable(width: width, rows: positionals + commands + own + global)
        return TextWrapping.lines(command.summary, width: width) + [""] + usage
            + table.lines("Arguments", positionals)
            + table.lines("Commands", commands)
            + table.lines("Options", own)
            + table.lines("Global options", global)
            + discussion + footer
    }

    private var commandRows: [HelpRow] {
        var rows = command.visibleSubcommands.map(HelpRow.init)
        if chain.isEmpty, StandardOptions.hasHelpVerb(root) {
            rows.append(HelpRow(label: StandardOptions.helpVerb, meaning: StandardOptions.helpVerbSummary))
        }
        return rows
    }

    private var usage: [String] {
        let usage = usage(
            "Usage:",
            ["[options]"] + (command.isGroup ? ["<command>"] : command.positionals.map(\.usage))
        )
        return command.isLeafWithCommands ? usage + self.usage("      ", ["<command>"]) : usage
    }

    private func usage(_ heading: String, _ words: [String]) -> [String] {
        let start = "\(heading) \(line) "
        // A long path leaves no room on its line, so the positionals are placed on the next line.
        guard start.count <= width / 2 else {
            let oneLine = start + words.joined(separator: " ")
            guard oneLine.count > width else { return [oneLine] }
            return ["\(heading) \(line)"]
                + TextWrapping.lines(words: words, width: width - 8).map { TextWrapping.spaces(8) + $0 }
        }
        let lines = TextWrapping.lines(words: words, width: width - start.count)
        return lines.enumerated().map {
            $0.offset == 0 ? start + $0.element : TextWrapping.spaces(start.count) + $0.element
        }
    }

    private var discussion: [String] {
        var lines: [String] = []
        var isAmongExamples = false
        for block in command.discussion {
            switch block {
            case .paragraph(let text):
                lines += [""] + TextWrapping.lines(text, width: width)
                isAmongExamples = false
            case .example(let commandLine, let meaning):
                if !isAmongExamples { lines += ["", "Examples:"] }
                lines.append("  \(commandLine)")
                lines += TextWrapping.lines(meaning, width: width - 6).map { "      \($0)" }
                isAmongExamples = true
            }
        }
        return lines
    }

    private var footer: [String] {
        guard !command.visibleSubcommands.isEmpty else { return [] }
        let line = "See '\(line) <command> --help' for more about a command."
        return [""] + TextWrapping.lines(line, width: width)
    }
}

/// A line of a help table: a label on the left, its description on the right.
struct HelpRow {
    var label: String
    var meaning: String
}

extension HelpRow {
    init(_ command: Command) {
        self.init(label: command.name, meaning: command.summary)
    }

    init(_ positional: Positional) {
        self.init(
            label: positional.placeholder,
            meaning: Self.meaning(positional.summary, details: [positional.rule.limits])
        )
    }

    init(_ option: OptionSpecification) {
        let value = option.placeholder.map { " \($0)" } ?? ""
        self.init(
            label: "\(option.shortForm.map { "\($0), " } ?? "    ")\(option.longForm)\(value)",
            meaning: Self.meaning(
                option.summary,
                details: [
                    option.rule.limits,
                    option.isRepeatable ? "may be repeated" : nil,
                    option.defaultText.map { "default: \($0)" },
                    option.environmentVariable.map { "environment: \($0)" },
                ]
            )
        )
    }

    private static func meaning(_ summary: String, details: [String?]) -> String {
        let details = details.compactMap(\.self)
        return details.isEmpty ? summary : "\(summary) (\(details.joined(separator: "; ")))"
    }
}

/// Rows of help under headings that share one label column.
struct HelpTable {
    private static let indentation = 2
    private static let gap = 2

    let width: Int
    /// The width of the label column.
    let column: Int

    /// Chooses a column width that fits most labels and leaves at least half of the line for descriptions.
    init(width: Int, rows: [HelpRow]) {
        self.width = width
        let widest = width / 2 - Self.indentation - Self.gap
        column = rows.map(\.label.count).filter { $0 <= widest }.max() ?? 0
    }

    func lines(_ heading: String, _ rows: [HelpRow]) -> [String] {
        rows.isEmpty ? [] : ["", "\(heading):"] + rows.flatMap(lines)
    }

    private func lines(_ row: HelpRow) -> [String] {
        let left = Self.indentation + column + Self.gap
        var meanings = TextWrapping.lines(row.meaning, width: width - left)
        let label = TextWrapping.spaces(Self.indentation) + row.label
        var lines: [String] = []
        if row.label.count > column || meanings.isEmpty {
            lines.append(label)
        } else {
            lines.append(
                label + TextWrapping.spaces(left - Self.indentation - row.label.count) + meanings.removeFirst()
            )
        }
        return lines + meanings.map { TextWrapping.spaces(left) + $0 }
    }
}

/// Wraps text; widths are in characters.
enum TextWrapping {
    /// The lines of `text`, none wider than `width` except for a single longer word.
    ///
    /// A run of white space is treated as one space; a line never breaks at a no-break space. A word wider than the
    /// line is not split, because it is an address or a command to copy.
    static func lines(_ text: String, width: Int) -> [String] {
        lines(
            words: text.split { $0.isWhitespace && $0 != "\u{A0}" && $0 != "\u{202F}" }.map(String.init),
            width: width
        )
    }

    /// Wraps words that must not be split.
    static func lines(words: [String], width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        var length = 0
        for word in words {
            let wordLength = word.count
            if line.isEmpty {
                (line, length) = (word, wordLength)
            } else if length + 1 + wordLength <= width {
                line += " \(word)"
                length += 1 + wordLength
            } else {
                lines.append(line)
                (line, length) = (word, wordLength)
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }

    static func spaces(_ count: Int) -> String {
        String(repeating: " ", count: max(0, count))
    }
}
