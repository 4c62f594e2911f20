/// Reads a command line against a tree of commands.
///
/// The rules:
///
/// - Options may stand anywhere behind the command that declares them; the options of a group, and so the global ones
///   of the root, are accepted by every command beneath it too.
/// - A long option takes its value as `--output=FILE` or `--output FILE`. The separate value may be anything that does
///   not look like an option: `-` and negative numbers (`-1`, `-.5`, everything that starts with a dash and a digit)
///   are values, `--json` is not, so `--output --json` lacks its value. `--output=--json` is accepted.
/// - A short option takes its value as `-o FILE`, `-oFILE` or `-o=FILE`; one equals sign is dropped, so `-o==x` gives
///   `=x`. Short flags may be bundled (`-jq`), and the last letter of a bundle may take a value (`-jo FILE`).
/// - Names are exact. A prefix of a long option is not accepted even when only one option starts with it: a script that
///   relies on it breaks as soon as a second one does.
/// - An option that does not repeat may be given once, flags included.
/// - `--` ends the options; everything behind it is a word, never a command name. An empty argument is a word too.
/// - Where a command takes words and has commands beneath it, the first word is the name of one of these or a word.
/// - `-h` and `--help` before `--` ask for the help of the command they stand behind, even when the rest of the line is
///   wrong, unless the command itself is unknown. `help config init` does the same. `--version` comes next.
package struct ArgumentParser: Sendable {
    /// The commands of the program.
    package let root: Command

    /// Creates a parser for a tree of commands.
    package init(root: Command) {
        self.root = root
    }

    /// Reads a command line.
    ///
    /// - Parameter arguments: The arguments without the program's name. Any text is safe.
    /// - Returns: What the command line asks for.
    /// - Throws: A ``UsageError`` for the first thing that is wrong with the line.
    package func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
        var scanner = ArgumentScanner(root: root)
        scanner.scan(arguments)
        return try scanner.result()
    }
}

/// Walks over the arguments once, from left to right.
///
/// An error does not end the walk, because a request for help further on is worth more than the error. The first error
/// is the one that counts.
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
            // Behind an unknown option the word may have been meant as its value, so help can still be given.
            isCommandUnknown = firstError == nil
            note(.unknownCommand(word, in: command, path: path))
        }
    }
}

extension ArgumentScanner {
    /// Goes from a command that takes words to one beneath it, which has options of its own.
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

/// What an argument looks like, before anything is known about the options of the command.
enum ArgumentShape: Equatable {
    /// `--`: everything behind it is a word.
    case terminator
    /// `--name` or `--name=value`.
    case long(name: String, value: String?)
    /// `-abc`: the scalars behind the dash.
    case short(String)
    /// Anything else: a text, the empty text, `-`, or a negative number.
    case word

    init(_ argument: String) {
        // Code points, not characters: a combining mark behind a dash or an equals sign would merge with it.
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

    /// Whether the argument can stand as a value or a word by itself.
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

/// The options that are accepted at one place of the command tree.
struct OptionScope {
    /// The options of the command, then those of the commands above it, then the standard ones.
    private(set) var options: [OptionSpecification]

    init(root: Command) {
        options = root.options + StandardOptions.all
    }

    /// Goes one command down; its own options come first.
    mutating func enter(_ command: Command) {
        options = command.options + options
    }

    /// Takes the options of a command out again that was entered last, for one beneath that does not accept them.
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

/// What a command line asks for.
package enum Invocation: Sendable, Hashable {
    /// Run a command.
    case run(ParsedArguments)
    /// Show the help of the command with this path, from the program's name downward.
    case help(path: [String])
    /// Show the version.
    case version
}

extension String {
    /// Whether both strings consist of the same code points.
    ///
    /// `==` would take canonically equivalent texts for one, so that a Kelvin sign passes for the letter K. Names on a
    /// command line are exact.
    func isSpelled(_ other: String) -> Bool {
        utf8.elementsEqual(other.utf8)
    }
}
