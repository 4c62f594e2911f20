/// A command line that does not fit the declared commands and options.
///
/// The program prints ``message`` behind its name, then ``remedy``, and ends with exit code 64.
package struct UsageError: Error, Sendable, Hashable {
    /// What is wrong, in one line without a trailing full stop, whatever the user typed.
    package let message: String

    /// What to do about it, in one line: `see 'parlance speak --help'`.
    package let remedy: String

    /// The command that was being read, from the program's name downward.
    package let path: [String]

    /// Creates an error whose remedy is the help of the command.
    ///
    /// - Parameters:
    ///   - message: What is wrong. Text that a user typed belongs in ``VisibleText/quoted(_:)``.
    ///   - path: The command that was being read, from the program's name downward.
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
