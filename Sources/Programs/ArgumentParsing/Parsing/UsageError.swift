import LanguageServices

/// An error for a command line that does not match the declared commands and options.
///
/// The program prints its name, ``message`` and ``remedy``, and exits with code 64.
package struct UsageError: Error, Sendable, Hashable {
    /// What is wrong: always one line, without a trailing full stop.
    package let message: String

    /// What to do about it, in one line: `see 'parlance speak --help'`.
    package let remedy: String

    /// The command being parsed, from the program's name down.
    package let path: [String]

    /// Creates an error whose remedy points to the help of the command.
    ///
    /// - Parameters:
    ///   - message: What is wrong. Quote user input with ``VisibleText/quoted(_:)``.
    ///   - path: The command being parsed, from the program's name down.
    package init(_ message: String, path: [String]) {
        self.message = message
        self.remedy = "see '\((path + [StandardOptions.help.specification.longForm]).joined(separator: " "))'"
        self.path = path
    }
}

extension UsageError: CustomStringConvertible {
    /// The message and the remedy.
    package var description: String { "\(message); \(remedy)" }
}

extension UsageError {
    static func unknownOption(long name: String, scope: OptionScope, command: Command, path: [String]) -> Self {
        let form = "--\(name)"
        let hint = ClosestMatch.hint(for: form, in: scope.visibleLongForms)
        guard let owner = command.firstOwner(ofOption: name) else {
            return Self("unknown option \(VisibleText.quoted(form))\(hint)", path: path)
        }
        let line = (path + owner + [form]).joined(separator: " ")
        return Self("option '\(form)' must come after its command: '\(line)'", path: path)
    }

    static func unknownOption(
        short letter: Unicode.Scalar,
        argument: String,
        scope: OptionScope,
        path: [String]
    ) -> Self {
        let form = "-\(letter)"
        let isBundle = argument.unicodeScalars.count > form.unicodeScalars.count
        let place = isBundle ? " in \(VisibleText.quoted(argument.beforeEquals))" : ""
        // All single letters are one edit apart, so only the same letter in the other case is worth suggesting. A
        // bundle that spells a long name is missing a dash.
        let candidates =
            isBundle
            ? scope.visibleLongForms.filter { $0.isSpelled("-\(argument.beforeEquals)") }
            : scope.visibleShortForms.filter { $0.lowercased() == form.lowercased() }
        let hint = ClosestMatch.hint(for: isBundle ? "-\(argument.beforeEquals)" : form, in: candidates)
        return Self("unknown option \(VisibleText.quoted(form))\(place)\(hint)", path: path)
    }

    static func flagWithValue(_ form: String, path: [String]) -> Self {
        Self("option '\(form)' takes no value", path: path)
    }

    static func givenTwice(_ option: OptionSpecification, path: [String]) -> Self {
        Self("option '\(option.longForm)' can be given only once", path: path)
    }

    static func missingValue(
        of option: OptionSpecification,
        typedAs form: String,
        next: String?,
        path: [String]
    ) -> Self {
        let message = "option '\(form)' requires a value: \(option.placeholder ?? "")"
        guard let next else { return Self(message, path: path) }
        let advice = VisibleText.quoted("\(option.longForm)=\(next)")
        return Self("\(message); if \(VisibleText.quoted(next)) is the value, write \(advice)", path: path)
    }

    static func refusedValue(
        _ value: String,
        of option: OptionSpecification,
        typedAs form: String,
        path: [String]
    ) -> Self {
        refused(value, by: "option '\(form)'", rule: option.rule, path: path)
    }

    static func refused(_ value: String, by taker: String, rule: ValueRule, path: [String]) -> Self {
        let hint = ClosestMatch.hint(for: value, in: rule.choices)
        return Self("\(taker) takes \(rule.expectation), not \(VisibleText.quoted(value))\(hint)", path: path)
    }
}

extension Command {
    /// The path below the command to the first subcommand that declares the option, or `nil`.
    fileprivate func firstOwner(ofOption longName: String) -> [String]? {
        for subcommand in visibleSubcommands {
            if subcommand.options.contains(where: { !$0.isHidden && $0.longName.isSpelled(longName) }) {
                return [subcommand.name]
            }
            if let below = subcommand.firstOwner(ofOption: longName) {
                return [subcommand.name] + below
            }
        }
        return nil
    }
}

extension String {
    /// The part before the first equals sign. A value may be a secret and must not appear in messages about the name.
    fileprivate var beforeEquals: String {
        String(unicodeScalars.prefix { $0 != "=" })
    }
}

extension UsageError {
    static func unknownCommand(_ name: String, in group: Command, path: [String]) -> Self {
        let hint = ClosestMatch.hint(for: name, in: group.visibleSubcommands.map(\.name))
        return Self("unknown command \(VisibleText.quoted(name))\(hint)", path: path)
    }

    static func missingCommand(_ group: Command, path: [String]) -> Self {
        let names = WordList.alternatives(group.visibleSubcommands.map(\.name))
        return Self("'\(path.joined(separator: " "))' requires a command: \(names)", path: path)
    }

    static func missingWord(_ positional: Positional, found: Int, path: [String]) -> Self {
        let count = positional.minimum > 1 ? " (at least \(positional.minimum), found \(found))" : ""
        return Self(
            "'\(path.joined(separator: " "))' requires the argument \(positional.placeholder)\(count)",
            path: path
        )
    }

    static func unexpectedWord(_ word: String, command: Command, path: [String]) -> Self {
        let taken = command.positionals.reduce(0) { $0 + ($1.maximum ?? 0) }
        let limit =
            switch taken {
            case 0: "no arguments"
            case 1: "only one argument"
            default: "only \(taken) arguments"
            }
        let place = path.joined(separator: " ")
        return Self("unexpected argument \(VisibleText.quoted(word)); '\(place)' takes \(limit)", path: path)
    }

    static func refusedWord(_ word: String, _ positional: Positional, path: [String]) -> Self {
        refused(word, by: positional.placeholder, rule: positional.rule, path: path)
    }
}

/// The error for code that reads an argument that the command does not declare. It is always a programming error, never
/// a user error.
package struct UndeclaredArgument: Error, Sendable, Hashable, CustomStringConvertible {
    /// The option's long form or the positional's placeholder.
    package let name: String

    /// The command, from the program's name down.
    package let path: [String]

    /// Creates an error about an undeclared name.
    package init(name: String, path: [String]) {
        self.name = name
        self.path = path
    }

    /// The name and the command.
    package var description: String {
        "the command '\(path.joined(separator: " "))' does not declare '\(name)'"
    }
}

/// Joins words for use in a sentence.
enum WordList {
    /// `a, b or c`.
    static func alternatives(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return "\(words.dropLast().joined(separator: ", ")) or \(last)"
    }
}
