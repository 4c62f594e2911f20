/// Parses a command line with a command tree.
///
/// The rules:
///
/// - Options may appear anywhere after the command that declares them. Every command below a group accepts the group's
///   options, so every command accepts the root's global options.
/// - A long option takes its value as `--output=FILE` or `--output FILE`. A separate value must not look like an
///   option. `-` and negative numbers (`-1`, `-.5`, everything that starts with a dash and a digit) are values, but
///   `--json` is not: `--output --json` lacks a value, and `--output=--json` is accepted.
/// - A short option takes its value as `-o FILE`, `-oFILE` or `-o=FILE`; one equals sign is dropped, so `-o==x` gives
///   `=x`. Short flags may be bundled (`-jq`), and the last letter of a bundle may take a value (`-jo FILE`).
/// - Names must match exactly. An unambiguous prefix of a long option is not accepted: scripts that rely on it would
///   break if a second option with the same prefix were added.
/// - An option that is not repeatable may be given only once; this includes flags.
/// - `--` ends the options; everything after it is a word, never a command name. An empty argument is a word too.
/// - If a command takes words and has subcommands, the first word selects a subcommand when it matches one exactly.
/// - `-h` and `--help` before `--` show the help of the preceding command, even when the rest of the line is wrong,
///   unless the command itself is unknown. `help config init` does the same. `--version` has the next highest priority.
package struct ArgumentParser: Sendable {
    /// The root command of the program.
    package let root: Command

    /// Creates a parser for a command tree.
    package init(root: Command) {
        self.root = root
    }

    /// Parses a command line.
    ///
    /// - Parameter arguments: The arguments without the program's name; any text is accepted.
    /// - Returns: The requested action.
    /// - Throws: A ``UsageError`` for the first error in the line.
    package func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
        var scanner = ArgumentScanner(root: root)
        scanner.scan(arguments)
        return try scanner.result()
    }
}

/// Scans the arguments once, from left to right.
///
/// An error does not stop the scan, because a later request for help takes priority. Only the first error is reported.
struct ArgumentScanner {
    private let root: Command
    private var command: Command
    private var path: [String]
    private var scope: OptionScope
    private var given: [String: [String]] = [:]
    private var words: [String] = []
    private var wantsHelp = false
    private var wantsVersion = false
    private var isBehindHelpVerb = false
    private var firstError: UsageError?
    private var isCommandUnknown = false

    init(root: Command) {
        self.root = root
        command = root
        path = [root.name]
        scope = OptionScope(root: root)
    }

    mutating func scan(_ arguments: [String]) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch ArgumentShape(argument) {
            case .terminator:
                words += rest
                return
            case .long(let name, let value):
                takeLong(name, attached: value, &rest)
            case .short(let letters):
                takeShort(letters, argument: argument, &rest)
            case .word:
                takeWord(argument)
            }
        }
    }

    func result() throws(UsageError) -> Invocation {
        if let firstError, isCommandUnknown { throw firstError }
        if wantsHelp { return .help(path: path) }
        if wantsVersion { return .version }
        if let firstError { throw firstError }
        if isBehindHelpVerb {
            if let word = words.first { throw .unexpectedWord(word, command: command, path: path) }
            return .help(path: path)
        }
        guard !command.isGroup else { throw .missingCommand(command, path: path) }
        try checkWords()
        return .run(
            ParsedArguments(
                path: path,
                positionals: words,
                given: given,
                options: scope.options,
                positionalSlots: command.positionals
            )
        )
    }

    private func checkWords() throws(UsageError) {
        var rest = words[...]
        for positional in command.positionals {
            let taken = rest.prefix(positional.maximum ?? rest.count)
            rest = rest.dropFirst(taken.count)
            guard taken.count >= positional.minimum else {
                throw .missingWord(positional, found: taken.count, path: path)
            }
            for word in taken where !positional.rule.accepts(word) {
                throw .refusedWord(word, positional, path: path)
            }
        }
        if let word = rest.first { throw .unexpectedWord(word, command: command, path: path) }
    }

    private mutating func note(_ error: UsageError) {
        firstError = firstError ?? error
    }
}

// MARK: - Words

extension ArgumentScanner {
    private mutating func takeWord(_ word: String) {
        if command.isLeafWithCommands, words.isEmpty, let subcommand = command.subcommand(named: word) {
            enter(subcommand, insteadOf: command)
            return
        }
        guard command.isGroup, !isCommandUnknown else {
            words.append(word)
            return
        }
        if path.count == 1, StandardOptions.hasHelpVerb(root), word.isSpelled(StandardOptions.helpVerb) {
            isBehindHelpVerb = true
        } else if let subcommand = command.subcommand(named: word) {
            command = subcommand
            path.append(subcommand.name)
            scope.enter(subcommand)
        } else {
            // The word may have been intended as the value of a preceding unknown option, so help can still be shown.
            isCommandUnknown = firstError == nil
            note(.unknownCommand(word, in: command, path: path))
        }
    }
}

extension ArgumentScanner {
    /// Descends from a command that takes words to one of its subcommands, which has its own options.
    private mutating func enter(_ subcommand: Command, insteadOf leaf: Command) {
        let line = (path + [subcommand.name]).joined(separator: " ")
        if let option = leaf.options.first(where: { given[$0.longName] != nil }) {
            note(UsageError("option '\(option.longForm)' must not come before the command '\(line)'", path: path))
        }
        scope.leave(leaf)
        command = subcommand
        path.append(subcommand.name)
        scope.enter(subcommand)
    }
}

// MARK: - Options

extension ArgumentScanner {
    private mutating func takeLong(_ name: String, attached value: String?, _ rest: inout ArraySlice<String>) {
        guard let option = scope.option(long: name) else {
            note(.unknownOption(long: name, scope: scope, command: command, path: path))
            return
        }
        guard option.takesValue else {
            if value == nil {
                takeFlag(option)
            } else {
                note(.flagWithValue(option.longForm, path: path))
            }
            return
        }
        takeValue(of: option, typedAs: option.longForm, attached: value, &rest)
    }

    private mutating func takeShort(_ letters: String, argument: String, _ rest: inout ArraySlice<String>) {
        var scalars = letters.unicodeScalars[...]
        while let letter = scalars.popFirst() {
            guard let option = scope.option(short: letter) else {
                note(.unknownOption(short: letter, argument: argument, scope: scope, path: path))
                return
            }
            let form = "-\(letter)"
            if option.takesValue {
                let attached = scalars.first == "=" ? scalars.dropFirst() : scalars
                takeValue(of: option, typedAs: form, attached: scalars.isEmpty ? nil : String(attached), &rest)
                return
            }
            takeFlag(option)
            if scalars.first == "=" {
                note(.flagWithValue(form, path: path))
                return
            }
        }
    }

    private mutating func takeFlag(_ option: OptionSpecification) {
        switch option {
        case StandardOptions.help.specification:
            wantsHelp = true
        case StandardOptions.version.specification:
            wantsVersion = true
        default:
            guard given.updateValue([], forKey: option.longName) == nil else {
                note(.givenTwice(option, path: path))
                return
            }
        }
    }

    private mutating func takeValue(
        of option: OptionSpecification,
        typedAs form: String,
        attached: String?,
        _ rest: inout ArraySlice<String>
    ) {
        var value = attached
        if value == nil, let next = rest.first, ArgumentShape(next).isWord {
            value = rest.popFirst()
        }
        guard let value else {
            note(.missingValue(of: option, typedAs: form, next: rest.first, path: path))
            return
        }
        guard option.isRepeatable || given[option.longName] == nil else {
            note(.givenTwice(option, path: path))
            return
        }
        guard option.rule.accepts(value) else {
            note(.refusedValue(value, of: option, typedAs: form, path: path))
            return
        }
        given[option.longName, default: []].append(value)
    }
}

/// The form of an argument, regardless of the command's options.
enum ArgumentShape: Equatable {
    /// `--`: everything after it is a word.
    case terminator
    /// `--name` or `--name=value`.
    case long(name: String, value: String?)
    /// `-abc`: the scalars after the dash.
    case short(String)
    /// Anything else: text, an empty string, `-`, or a negative number.
    case word

    init(_ argument: String) {
        // Compared as code points, not characters, because a combining mark would merge with the dash or equals sign
        // before it.
        let scalars = argument.unicodeScalars
        guard scalars.first == "-", !Self.isNegativeNumber(argument) else {
            self = .word
            return
        }
        let body = scalars.dropFirst()
        guard body.first == "-" else {
            self = body.isEmpty ? .word : .short(String(body))
            return
        }
        let name = body.dropFirst()
        if name.isEmpty {
            self = .terminator
        } else if let equals = name.firstIndex(of: "=") {
            self = .long(name: String(name[..<equals]), value: String(name[name.index(after: equals)...]))
        } else {
            self = .long(name: String(name), value: nil)
        }
    }

    /// Whether the argument can be a separate value or a word.
    var isWord: Bool { self == .word }

    /// `-1`, `-.5`, `-10%`: a dash and a digit never start an option.
    private static func isNegativeNumber(_ argument: String) -> Bool {
        var bytes = argument.utf8.dropFirst()
        if bytes.first == UInt8(ascii: ".") {
            bytes = bytes.dropFirst()
        }
        return bytes.first.map(Decimal.isDigit) ?? false
    }
}

/// The options accepted at the current level of the command tree.
struct OptionScope {
    /// The options of the command, then those of its parent commands, then the standard ones.
    private(set) var options: [OptionSpecification]

    init(root: Command) {
        options = root.options + StandardOptions.all
    }

    /// Descends to a subcommand; its options come first.
    mutating func enter(_ command: Command) {
        options = command.options + options
    }

    /// Removes the options of the last entered command, for a subcommand that does not accept them.
    mutating func leave(_ command: Command) {
        options.removeFirst(min(command.options.count, options.count))
    }

    func option(long name: String) -> OptionSpecification? {
        options.first { $0.longName.isSpelled(name) }
    }

    func option(short letter: Unicode.Scalar) -> OptionSpecification? {
        options.first { $0.shortName.map(String.init)?.isSpelled(String(letter)) ?? false }
    }

    /// The long forms that may be suggested.
    var visibleLongForms: [String] {
        options.filter { !$0.isHidden }.map(\.longForm)
    }

    /// The short forms that may be suggested.
    var visibleShortForms: [String] {
        options.filter { !$0.isHidden }.compactMap(\.shortForm)
    }
}

/// The action that a command line requests.
package enum Invocation: Sendable, Hashable {
    /// Run a command.
    case run(ParsedArguments)
    /// Show the help of the command at this path, from the program's name down.
    case help(path: [String])
    /// Show the version.
    case version
}

extension String {
    /// Whether both strings consist of the same code points.
    ///
    /// `==` compares by canonical equivalence, so the Kelvin sign would equal the letter K. Command-line names must
    /// match exactly.
    func isSpelled(_ other: String) -> Bool {
        utf8.elementsEqual(other.utf8)
    }
}
