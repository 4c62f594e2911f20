import ArgumentParsing

/// `parlance completions`: prints a shell completion script.
struct CompletionsVerb: Verb {
    let invocation: Invocation

    func run() throws -> ExitCode {
        let script =
            switch try arguments[Options.shell].first {
            case "bash": CompletionScript.bash(CommandTree.root)
            case "zsh": CompletionScript.zsh(CommandTree.root)
            default: CompletionScript.fish(CommandTree.root)
            }
        try console.output(Array(script.utf8))
        return .ok
    }
}
