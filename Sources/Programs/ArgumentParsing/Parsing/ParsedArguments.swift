/// The parsed arguments of a command.
///
/// Options and words are read with their declarations as keys:
///
/// ```swift
/// let json = try arguments[Global.json]          // Bool
/// let rate = try arguments[Speak.rate]           // Double?
/// let words = try arguments[Speak.words]         // [String]
/// ```
///
/// Reading with a key that the command does not declare throws an ``UndeclaredArgument`` instead of reporting that the
/// option was not given. A programming error therefore shows up the first time the command runs.
package struct ParsedArguments: Sendable {
    /// The command to run, from the program's name down.
    package let path: [String]

    /// All words, in order.
    package let positionals: [String]

    /// The values of each option that was given, by long name; a flag has none.
    let given: [String: [String]]

    /// The options that the command accepts.
    let options: [OptionSpecification]

    /// The words that the command accepts.
    let positionalSlots: [Positional]
}

extension ParsedArguments: Hashable {
    /// Whether both have the same command, words and values.
    package static func == (a: Self, b: Self) -> Bool {
        a.path == b.path && a.positionals == b.positionals && a.given == b.given
    }

    /// Hashes the command, the words and the values.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(path)
        hasher.combine(positionals)
        hasher.combine(given)
    }
}

extension ParsedArguments {
    /// Whether a flag was given.
    ///
    /// - Throws: ``UndeclaredArgument`` when the command does not declare the flag.
    package subscript(flag: Flag) -> Bool {
        get throws {
            try values(flag.specification) != nil
        }
    }

    /// The value of an option, or `nil` if it was not given.
    ///
    /// - Throws: ``UndeclaredArgument`` when the command does not declare the option.
    package subscript<Value>(option: Option<Value>) -> Value? {
        get throws {
            guard let text = try values(option.specification)?.last else { return nil }
            return try converted(text, of: option.specification, by: option.convert)
        }
    }

    /// The values of a repeated option, in the order in which they were given.
    ///
    /// - Throws: ``UndeclaredArgument`` when the command does not declare the option.
    package subscript<Value>(option: RepeatedOption<Value>) -> [Value] {
        get throws {
            try (values(option.specification) ?? []).map { text in
                try converted(text, of: option.specification, by: option.convert)
            }
        }
    }

    /// The words of a positional.
    ///
    /// - Throws: ``UndeclaredArgument`` when the command does not declare the positional.
    package subscript(positional: Positional) -> [String] {
        get throws {
            var rest = positionals[...]
            for slot in positionalSlots {
                let taken = rest.prefix(slot.maximum ?? rest.count)
                if slot == positional { return Array(taken) }
                rest = rest.dropFirst(taken.count)
            }
            throw UndeclaredArgument(name: positional.placeholder, path: path)
        }
    }

    /// The value of an option that this run requires.
    ///
    /// - Throws: A ``UsageError`` when the option was not given, ``UndeclaredArgument`` when the command does not
    ///   declare it.
    package func required<Value>(_ option: Option<Value>) throws -> Value {
        guard let value = try self[option] else {
            throw usageError("option '\(option.specification.longForm)' is missing")
        }
        return value
    }

    /// The value of an option, converted to a type that this module does not define.
    ///
    /// - Parameters:
    ///   - option: The option.
    ///   - expectation: The accepted values, to follow "takes": `a language tag such as en-AU`.
    ///   - convert: Converts the text, or returns `nil` if it is not valid.
    /// - Throws: A ``UsageError`` when the value is not valid, ``UndeclaredArgument`` when the command does not declare
    ///   the option, or an error thrown by `convert`.
    package func value<Value>(
        of option: Option<String>,
        expecting expectation: String,
        _ convert: (String) throws -> Value?
    ) throws -> Value? {
        guard let text = try self[option] else { return nil }
        guard let value = try convert(text) else {
            let form = option.specification.longForm
            throw usageError("option '\(form)' takes \(expectation), not \(VisibleText.quoted(text))")
        }
        return value
    }

    /// Creates an error about this command line, for rules that the declarations cannot express.
    ///
    /// - Parameter message: What is wrong, in one line. Quote user input with ``VisibleText/quoted(_:)``.
    package func usageError(_ message: String) -> UsageError {
        UsageError(message, path: path)
    }

    private func values(_ option: OptionSpecification) throws(UndeclaredArgument) -> [String]? {
        guard options.contains(option) else { throw UndeclaredArgument(name: option.longForm, path: path) }
        return given[option.longName]
    }

    private func converted<Value>(
        _ text: String,
        of option: OptionSpecification,
        by convert: (String) -> Value?
    ) throws(UsageError) -> Value {
        // The parser has applied the rule; a raw-value enumeration may accept fewer values.
        guard let value = convert(text) else {
            throw .refusedValue(text, of: option, typedAs: option.longForm, path: path)
        }
        return value
    }
}
