/// A command in a command-line program, with its subcommands.
///
/// A program is a tree of commands. The root has the program's name, a group contains subcommands, and a leaf takes
/// words as arguments. The first word after a group is always a command name. A leaf may have subcommands as well: the
/// first word then selects a subcommand if it matches one exactly; after `--`, it is always a word.
///
/// Options of a group are accepted by every command below it, so the root's options are global options. A leaf's
/// options apply only to the leaf, even when it has subcommands.
///
/// A tree is plain data. ``defects`` lists its errors; the program's tests should check that the list is empty.
package struct Command: Sendable, Hashable {
    /// The name that the user types.
    package let name: String

    /// What the command does, in one line.
    package let summary: String

    /// Paragraphs and examples for the end of the command's help.
    package let discussion: [DiscussionBlock]

    /// The options that the command declares, in help order.
    package let options: [OptionSpecification]

    /// The words that a leaf takes, in order. A command with positionals is not a group, even if it has subcommands.
    package let positionals: [Positional]

    /// The subcommands.
    package let subcommands: [Command]

    /// Whether the command is omitted from help, completions and suggestions.
    package let isHidden: Bool

    /// Whether the command only contains other commands.
    package var isGroup: Bool { !subcommands.isEmpty && positionals.isEmpty }

    /// Whether it takes words and has subcommands as well.
    package var isLeafWithCommands: Bool { !subcommands.isEmpty && !positionals.isEmpty }

    /// The subcommands that help and completions show.
    package var visibleSubcommands: [Command] { subcommands.filter { !$0.isHidden } }

    /// The example command lines in the discussion, which tests run.
    package var examples: [String] { discussion.compactMap(\.commandLine) }

    /// Creates a command: a leaf, a group, or a leaf with subcommands.
    ///
    /// - Parameters:
    ///   - name: The name that the user types.
    ///   - summary: What the command does, in one line.
    ///   - discussion: Paragraphs and examples for the end of the help.
    ///   - options: The options of the command; if it is a group, its subcommands accept them too.
    ///   - positionals: The words that the command takes, in order. Only the last one may be optional or repeated.
    ///   - subcommands: The subcommands. They do not accept the options of a command that takes words.
    ///   - isHidden: Whether the command is omitted from help, completions and suggestions.
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

    /// The subcommand with exactly this name, hidden or not.
    package func subcommand(named name: String) -> Command? {
        subcommands.first { $0.name.isSpelled(name) }
    }
}

/// A block of text at the end of a command's help; a string literal is a paragraph.
package enum DiscussionBlock: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// Running text, wrapped to the width of the help.
    case paragraph(String)

    /// A command line, shown verbatim and never wrapped, with a line that explains it.
    ///
    /// The command line starts with the name of the program, so a test can run it as is.
    case example(_ commandLine: String, _ meaning: String = "")

    /// Creates a paragraph.
    package init(stringLiteral text: String) { self = .paragraph(text) }

    /// The command line of an example.
    package var commandLine: String? {
        switch self {
        case .paragraph: nil
        case .example(let commandLine, _): commandLine
        }
    }
}

extension Command {
    /// The errors in the tree below this root, one sentence each; empty for a valid tree.
    ///
    /// The parser, the help and the completions accept an invalid tree, but some of its commands or options may be
    /// unreachable.
    package var defects: [String] {
        defects(path: [], inherited: StandardOptions.all)
    }

    private func defects(path above: [String], inherited: [OptionSpecification]) -> [String] {
        let path = above + [name]
        let place = "'\(path.joined(separator: " "))'"
        var found = nameDefects(place) + positionalDefects(place) + subcommandDefects(place, isRoot: above.isEmpty)
        var taken = Set(inherited.flatMap(\.forms))
        for option in options {
            for form in option.forms where !taken.insert(form).inserted {
                found.append("\(place) declares \(form), which already exists")
            }
            found += option.defects.map { "\(place), \(option.longForm): \($0)" }
        }
        let passedOn = isLeafWithCommands ? inherited : inherited + options
        return found + subcommands.flatMap { $0.defects(path: path, inherited: passedOn) }
    }

    private func nameDefects(_ place: String) -> [String] {
        var found: [String] = []
        if !name.isPlainName {
            found.append("\(place): the name must consist of lower-case letters, digits and hyphens")
        }
        if !summary.isOneLine { found.append("\(place): the summary must be a single non-empty line") }
        return found
    }

    private func positionalDefects(_ place: String) -> [String] {
        var found: [String] = []
        for positional in positionals.dropLast() where positional.minimum != 1 || positional.maximum != 1 {
            found.append("\(place): only the last positional may be optional or repeat, not \(positional.placeholder)")
        }
        for positional in positionals {
            if !positional.placeholder.isOneLine { found.append("\(place): a positional has no placeholder") }
            if !positional.summary.isOneLine {
                found.append("\(place), \(positional.placeholder): the summary must be a single non-empty line")
            }
            found += positional.rule.defects.map { "\(place), \(positional.placeholder): \($0)" }
        }
        if Set(positionals.map(\.placeholder)).count < positionals.count {
            found.append("\(place): two positionals have the same placeholder")
        }
        return found
    }

    private func subcommandDefects(_ place: String, isRoot: Bool) -> [String] {
        var names: Set<String> = isRoot ? [StandardOptions.helpVerb] : []
        return subcommands.compactMap { subcommand in
            names.insert(subcommand.name).inserted ? nil : "\(place): the command '\(subcommand.name)' already exists"
        }
    }
}

extension OptionSpecification {
    fileprivate var defects: [String] {
        var found = rule.defects
        if !longName.isPlainName || longName.count < 2 {
            found.append("the long name must consist of at least two lower-case letters, digits and hyphens")
        }
        if let shortName, !(shortName.isASCII && shortName.isLetter) {
            found.append("the short name must be a letter from a to z or A to Z")
        }
        if !summary.isOneLine { found.append("the summary must be a single non-empty line") }
        if let placeholder, !placeholder.isOneLine { found.append("the placeholder is empty") }
        if let defaultText, case .oneOf = rule, !rule.accepts(defaultText) {
            found.append("the default is not one of the choices")
        }
        return found
    }
}

extension ValueRule {
    fileprivate var defects: [String] {
        guard case .oneOf(let choices) = self else { return [] }
        var found: [String] = []
        if choices.isEmpty { found.append("there are no choices") }
        if !choices.allSatisfy(\.isOneLine) { found.append("every choice must be a single non-empty line") }
        if Set(choices).count < choices.count { found.append("a choice is listed twice") }
        return found
    }
}

extension String {
    fileprivate var isPlainName: Bool {
        let isPlain = utf8.allSatisfy {
            Decimal.isDigit($0) || $0 == UInt8(ascii: "-") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
        }
        return isPlain && !isEmpty && !hasPrefix("-")
    }

    fileprivate var isOneLine: Bool {
        !isEmpty && !contains(where: \.isNewline) && first?.isWhitespace == false && last?.isWhitespace == false
    }
}
