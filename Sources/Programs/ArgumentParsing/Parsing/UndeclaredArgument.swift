/// A program asked its arguments for something that the command does not declare.
///
/// Always a mistake in the program, never in what the user typed.
package struct UndeclaredArgument: Error, Sendable, Hashable, CustomStringConvertible {
    /// The option's long form or the positional's placeholder.
    package let name: String

    /// The command that was asked, from the program's name downward.
    package let path: [String]

    /// Creates an error about a name that a command does not declare.
    package init(name: String, path: [String]) {
        self.name = name
        self.path = path
    }

    /// The name and the command.
    package var description: String {
        "the command '\(path.joined(separator: " "))' does not declare '\(name)'"
    }
}
