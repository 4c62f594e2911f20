/// Generates shell completion scripts from the command tree.
///
/// The scripts are self-contained: they never call the program. All three follow the rules of ``ArgumentParser``: they
/// find the command among the words already typed, know which options take a value, and offer neither options nor
/// commands after `--`. Hidden commands and options are omitted.
package enum CompletionScript {
    /// A script for bash 3.2 and later.
    package static func bash(_ root: Command) -> String {
        BashCompletion(tree: CompletionTree(root)).script
    }

    /// A script for zsh 5 and later; source it after `compinit`, or save it as `_program` in a folder on `fpath`.
    package static func zsh(_ root: Command) -> String {
        ZshCompletion(tree: CompletionTree(root)).script
    }

    /// A script for fish 3 and later.
    package static func fish(_ root: Command) -> String {
        FishCompletion(tree: CompletionTree(root)).script
    }
}

/// The visible part of a command tree, flattened for the completion scripts.
struct CompletionTree {
    /// A command and its path.
    struct Node {
        /// The names from the program down, separated by spaces: `tool deck translate`.
        var line: String
        var subcommands: [(name: String, summary: String)]
        var positionals: [Positional]
        /// The options that the command itself declares; the options of its parent commands also apply.
        var options: [OptionSpecification]
    }

    /// The name of the program.
    let program: String

    /// The prefix of every function name in the scripts.
    let prefix: String

    /// Every command, parents before children.
    private(set) var nodes: [Node] = []

    init(_ root: Command) {
        program = root.name
        // Only letters and digits, because not every shell allows other characters in a function name.
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
    /// Whether it is a pure group, whose subcommands accept its options as well.
    var isGroup: Bool { !subcommands.isEmpty && positionals.isEmpty }

    /// Whether it takes positional words and has subcommands as well.
    var isLeafWithCommands: Bool { !subcommands.isEmpty && !positionals.isEmpty }

    /// Each positional with the one-based numbers of its first and last word.
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

/// Quotes text for the shells.
enum ShellQuoting {
    /// Quotes a word for bash and zsh: in single quotes, only the quote itself is special.
    static func posix(_ text: String) -> String {
        "'\(text.substituting("'", with: "'\\''"))'"
    }

    /// Quotes a word for fish: in single quotes, the quote and the backslash are special.
    static func fish(_ text: String) -> String {
        "'\(text.substituting("\\", with: "\\\\").substituting("'", with: "\\'"))'"
    }

    /// An entry for zsh's `_describe`: a colon separates name and description; a backslash escapes in both.
    static func zshDescription(_ name: String, _ summary: String) -> String {
        let name = name.substituting("\\", with: "\\\\").substituting(":", with: "\\:")
        return posix("\(name):\(summary.substituting("\\", with: "\\\\"))")
    }
}

extension String {
    fileprivate func substituting(_ target: Unicode.Scalar, with replacement: String) -> String {
        var result = ""
        for scalar in unicodeScalars {
            if scalar == target {
                result += replacement
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
