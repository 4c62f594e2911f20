/// One command of a command-line program, with everything beneath it.
///
/// A program is a tree of commands: the root carries the program's name, a group holds further commands, a leaf takes
/// words. A command is either a group or a leaf, never both, so the first word behind a group is always a command name
/// and there is nothing to guess.
///
/// Options that a command declares are accepted by that command and by every command beneath it; the options of the
/// root are therefore the global options.
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

    /// The words that a leaf takes, in order; empty for a group.
    package let positionals: [Positional]

    /// The commands beneath a group; empty for a leaf.
    package let subcommands: [Command]

    /// Whether help, completions and suggestions keep quiet about the command.
    package let isHidden: Bool

    /// Whether the command only holds other commands.
    package var isGroup: Bool { !subcommands.isEmpty }

    /// The commands beneath that help and completions show.
    package var visibleSubcommands: [Command] { subcommands.filter { !$0.isHidden } }

    /// The example command lines of the discussion, for tests that run them.
    package var examples: [String] { discussion.compactMap(\.commandLine) }

    /// Creates a leaf.
    ///
    /// - Parameters:
    ///   - name: The name that the user types.
    ///   - summary: What the command does, in one line.
    ///   - discussion: Paragraphs and examples for the end of the help.
    ///   - options: The options of the command.
    ///   - positionals: The words that the command takes, in order. Only the last may be optional or repeat.
    ///   - isHidden: Whether help, completions and suggestions keep quiet about the command.
    package init(
        _ name: String,
        summary: String,
        discussion: [DiscussionBlock] = [],
        options: [any OptionDeclaration] = [],
        positionals: [Positional] = [],
        isHidden: Bool = false
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.options = options.map(\.specification)
        self.positionals = positionals
        self.subcommands = []
        self.isHidden = isHidden
    }

    /// Creates a group.
    ///
    /// - Parameters:
    ///   - name: The name that the user types.
    ///   - summary: What the commands beneath have in common, in one line.
    ///   - discussion: Paragraphs and examples for the end of the help.
    ///   - options: The options that every command beneath accepts too.
    ///   - subcommands: The commands beneath.
    ///   - isHidden: Whether help, completions and suggestions keep quiet about the group.
    package init(
        _ name: String,
        summary: String,
        discussion: [DiscussionBlock] = [],
        options: [any OptionDeclaration] = [],
        subcommands: [Command],
        isHidden: Bool = false
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.options = options.map(\.specification)
        self.positionals = []
        self.subcommands = subcommands
        self.isHidden = isHidden
    }

    /// The command beneath that is spelled exactly `name`, hidden or not.
    package func subcommand(named name: String) -> Command? {
        subcommands.first { $0.name.isSpelled(name) }
    }
}
