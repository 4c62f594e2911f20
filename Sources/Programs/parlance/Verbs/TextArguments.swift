import ArgumentParsing
import LanguageServices
import Platform

extension InputTexts {
    /// The texts that a command line names: its words, `--file`, or standard input when it is piped.
    ///
    /// - Throws: `UsageError` when there is nothing.
    init(
        _ arguments: ParsedArguments,
        _ console: Console,
        verb: String,
        texts: Positional = Options.texts,
        file: Option<String> = Options.file
    ) throws {
        var words = try arguments[texts]
        let file = try arguments[file]
        if words.isEmpty, file == nil {
            guard !console.isInputTerminal else {
                throw arguments.usageError(
                    "there is nothing to \(verb): give a \(texts.placeholder), --file FILE, or - for standard input"
                )
            }
            words = ["-"]
        }
        self.init(arguments: words, file: file, standardInput: console.input)
    }
}

extension ParsedArguments {
    /// The pronunciations of the file that `--lexicon` names.
    ///
    /// - Throws: ``CommandFailure`` when it cannot be read or is wrong.
    func pronunciations() throws -> [Pronunciation] {
        guard let path = try self[Options.lexicon] else { return [] }
        do throws(ServiceError) {
            return try Pronunciation.list(WholeFile.read(path, limit: 1 << 24), name: path)
        } catch {
            throw CommandFailure(error, error.code == .configuration ? .badData : .noInput)
        }
    }
}
