/// What a command line asks for.
package enum Invocation: Sendable, Hashable {
    /// Run a command.
    case run(ParsedArguments)
    /// Show the help of the command with this path, from the program's name downward.
    case help(path: [String])
    /// Show the version.
    case version
}
