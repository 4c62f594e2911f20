/// A command line that fits its command.
///
/// Options and words are read with the declarations themselves as keys:
///
/// ```swift
/// let json = try arguments[Global.json]          // Bool
/// let rate = try arguments[Speak.rate]           // Double?
/// let words = try arguments[Speak.words]         // [String]
/// ```
///
/// A key that the command does not declare throws an ``UndeclaredArgument`` instead of answering "not given", so a
/// mistake in a program shows up the first time its command runs.
package struct ParsedArguments: Sendable {
    /// The command to run, from the program's name downward.
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
    /// Whether both lines ask for the same: the same command, words and values.
    package static func == (a: Self, b: Self) -> Bool {
        a.path == b.path && a.positionals == b.positionals && a.given == b.given
    }

    /// Feeds the command, the words and the values to a hasher.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(path)
        hasher.combine(positionals)
        hasher.combine(given)
    }
}
