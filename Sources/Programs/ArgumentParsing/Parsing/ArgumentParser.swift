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
