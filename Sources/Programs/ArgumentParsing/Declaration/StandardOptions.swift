/// The options and the command that every program has without declaring them.
package enum StandardOptions {
    /// `-h`, `--help`: accepted everywhere before `--`.
    package static let help = Flag("help", short: "h", summary: "Show this help")

    /// `--version`: accepted everywhere before `--`.
    package static let version = Flag("version", summary: "Show the version")

    /// `help`: the first word of the root, followed by the path of a command.
    package static let helpVerb = "help"

    static let helpVerbSummary = "Show the help of a command"

    static let all = [help.specification, version.specification]

    /// Whether `command` answers to `help` without declaring it.
    static func hasHelpVerb(_ root: Command) -> Bool {
        root.isGroup && root.subcommand(named: helpVerb) == nil
    }
}
