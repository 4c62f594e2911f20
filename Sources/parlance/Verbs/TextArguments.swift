import ArgumentParsing

extension SpokenTexts {
    /// The texts that a command line names: its words, `--file`, or standard input when it is piped.
    ///
    /// - Throws: `UsageError` when there is nothing.
    init(_ arguments: ParsedArguments, _ console: Console, verb: String) throws {
        var words = try arguments[Options.texts]
        let file = try arguments[Options.file]
        if words.isEmpty, file == nil {
            guard !console.isInputTerminal else {
                throw arguments.usageError(
                    "there is nothing to \(verb): give a TEXT, --file FILE, or - for standard input"
                )
            }
            words = ["-"]
        }
        self.init(arguments: words, file: file, standardInput: console.input)
    }
}
