import ArgumentParsing

/// `parlance completions`: the script that teaches a shell the program's words.
struct CompletionsVerb {
    private let program: Program
    private let arguments: ParsedArguments

    init(_ program: Program, _ arguments: ParsedArguments) {
        self.program = program
        self.arguments = arguments
    }

    func run() throws -> ExitCode {
        let script =
            switch try arguments[Options.shell].first {
            case "bash": CompletionScript.bash(CommandTree.root)
            case "zsh": CompletionScript.zsh(CommandTree.root)
            default: CompletionScript.fish(CommandTree.root)
            }
        try program.console.output(Array(script.utf8))
        return .ok
    }
}
