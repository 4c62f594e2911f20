/// The visible part of a tree of commands, flattened for the completion scripts.
struct CompletionTree {
    /// A command and where it stands.
    struct Node {
        /// The names from the program downward with spaces between: `tool deck translate`.
        var line: String
        var subcommands: [(name: String, summary: String)]
        var positionals: [Positional]
        /// The options that the command itself declares; those of the commands above hold too.
        var options: [OptionSpecification]
    }

    /// The name of the program.
    let program: String

    /// The start of the names of all functions in the scripts.
    let prefix: String

    /// Every command, each before those beneath it.
    private(set) var nodes: [Node] = []

    init(_ root: Command) {
        program = root.name
        // Letters and digits only, since not every shell takes more in the name of a function.
        prefix = "__" + String(root.name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
        add(root, above: [])
    }

    private mutating func add(_ command: Command, above: [String]) {
        let path = above + [command.name]
        let isRoot = above.isEmpty
        let subcommands = command.visibleSubcommands
        var entries = subcommands.map { (name: $0.name, summary: $0.summary.collapsed) }
        if isRoot, StandardOptions.hasHelpVerb(command) {
            entries.append((StandardOptions.helpVerb, StandardOptions.helpVerbSummary))
        }
        nodes.append(
            Node(
                line: path.joined(separator: " "),
                subcommands: entries,
                positionals: command.positionals,
                options: (command.options + (isRoot ? StandardOptions.all : [])).filter { !$0.isHidden }
            )
        )
        for subcommand in subcommands {
            add(subcommand, above: path)
        }
    }
}

extension CompletionTree.Node {
    /// Whether it only holds other commands, which accept its options as well.
    var isGroup: Bool { !subcommands.isEmpty && positionals.isEmpty }

    /// Whether it takes words and has commands beneath it.
    var isLeafWithCommands: Bool { !subcommands.isEmpty && !positionals.isEmpty }

    /// The places of the words, counted from one: each positional with its first and last place.
    var slots: [(first: Int, last: Int?, positional: Positional)] {
        var first = 1
        var slots: [(first: Int, last: Int?, positional: Positional)] = []
        for positional in positionals {
            slots.append((first, positional.maximum.map { first + $0 - 1 }, positional))
            guard let maximum = positional.maximum else { break }
            first += maximum
        }
        return slots
    }
}

extension String {
    /// The text on one line with single spaces.
    var collapsed: String {
        split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
