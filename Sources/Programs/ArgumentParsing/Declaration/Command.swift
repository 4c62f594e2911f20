/// One command of a command-line program, with everything beneath it.
///
/// A program is a tree of commands: the root carries the program's name, a group holds further commands, a leaf takes
/// words. The first word behind a group is always a command name, and there is nothing to guess. A leaf may have commands
/// beneath it as well: then the first word is one of them if it is spelled like it, and `--` before it makes it a word.
///
/// Options that a group declares are accepted by every command beneath it; the options of the root are therefore the
/// global options. Those of a leaf are its own, also when there are commands beneath it.
///
/// A tree is plain data. ``defects`` lists what is wrong with it, and a test of the program is the place to ask.
package struct Command: Sendable, Hashable {
    /// The name that the user types.
    package let name: String

    /// What the command does, in one line.
    package let summary: String

    /// Paragraphs and examples that stand at the end of the command's help.
    package let discussion: [DiscussionBlock]

    /// The options that the command declares, in the order of its help.
    package let options: [OptionSpecification]

    /// The words that a leaf takes, in order; a command that takes words is no group, whatever is beneath it.
    package let positionals: [Positional]

    /// The commands beneath.
    package let subcommands: [Command]

    /// Whether help, completions and suggestions keep quiet about the command.
    package let isHidden: Bool

    /// Whether the command only holds other commands.
    package var isGroup: Bool { !subcommands.isEmpty && positionals.isEmpty }

    /// Whether it takes words and has commands beneath it.
    package var isLeafWithCommands: Bool { !subcommands.isEmpty && !positionals.isEmpty }

    /// The commands beneath that help and completions show.
    package var visibleSubcommands: [Command] { subcommands.filter { !$0.isHidden } }

    /// The example command lines of the discussion, for tests that run them.
    package var examples: [String] { discussion.compactMap(\.commandLine) }

    /// Creates a command: a leaf, a group, or a leaf with commands beneath.
    ///
    /// - Parameters:
    ///   - name: The name that the user types.
    ///   - summary: What the command does, in one line.
    ///   - discussion: Paragraphs and examples for the end of the help.
    ///   - options: The options of the command; every command beneath a group accepts those of the group too.
    ///   - positionals: The words that the command takes, in order. Only the last may be optional or repeat.
    ///   - subcommands: The commands beneath. They do not accept the options of a command that takes words.
    ///   - isHidden: Whether help, completions and suggestions keep quiet about the command.
    package init(
        _ name: String,
        summary: String,
        discussion: [DiscussionBlock] = [],
        options: [any OptionDeclaration] = [],
        positionals: [Positional] = [],
        subcommands: [Command] = [],
        isHidden: Bool = false
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.options = options.map(\.specification)
        self.positionals = positionals
        self.subcommands = subcommands
        self.isHidden = isHidden
    }

    /// The command beneath that is spelled exactly `name`, hidden or not.
    package func subcommand(named name: String) -> Command? {
        subcommands.first { $0.name.isSpelled(name) }
    }
}
