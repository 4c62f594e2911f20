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
            note(UsageError("option '\(option.longForm)' does not stand before the command '\(line)'", path: path))
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
