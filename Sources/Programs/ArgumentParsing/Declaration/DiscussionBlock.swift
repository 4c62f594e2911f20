/// A piece of the text at the end of a command's help.
package enum DiscussionBlock: Sendable, Hashable {
    /// Running text, wrapped to the width of the help.
    case paragraph(String)

    /// A command line that is shown as it stands, never wrapped, with a line about what it does.
    ///
    /// The command line starts with the name of the program, so that a test can take it and run it.
    case example(_ commandLine: String, _ meaning: String = "")

    /// The command line of an example.
    package var commandLine: String? {
        switch self {
        case .paragraph: nil
        case .example(let commandLine, _): commandLine
        }
    }
}
