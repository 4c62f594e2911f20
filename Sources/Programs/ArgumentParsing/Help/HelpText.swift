/// The help of a command, made from its declaration.
///
/// The same tree and width give the same text. Every line but a word too long for it, an example and a label keeps to
/// the width.
package struct HelpText: Sendable {
    /// The widths to which any wish is brought, in characters.
    package static let widths = 40...120

    private let root: Command
    private let chain: [Command]
    private let width: Int

    /// Prepares the help of a command.
    ///
    /// - Parameters:
    ///   - path: The path of the command from the program's name downward, as in ``Invocation/help(path:)``. From the
    ///     first name that does not exist on, the path is ignored.
    ///   - root: The commands of the program.
    ///   - width: The width of the lines in characters, brought into ``widths``.
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

    /// The help, several lines that each end with a line feed.
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
        // A long path leaves no room beside it; then the words go below.
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
