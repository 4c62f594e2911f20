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
        self.init(arguments: words, file: file) { try console.lines(of: $0) }
    }

    /// The next text that can be read; what cannot be read is said and counted.
    ///
    /// - Throws: `ServiceError` when the input is no text at all, and what `next()` throws of the input as a whole.
    mutating func next(complainingTo console: Console, _ tally: inout Tally) async throws -> InputText? {
        try await next { error in
            console.complain(error)
            tally.countFailed(error)
        }
    }

    /// The texts that need not be waited for, and the one before them that may; `nil` after the last.
    mutating func nextBatch(
        upTo limit: Int,
        keepsLines: Bool = false,
        complainingTo console: Console,
        _ tally: inout Tally
    ) async throws -> [InputText]? {
        try await nextBatch(upTo: limit, keepsLines: keepsLines) { error in
            console.complain(error)
            tally.countFailed(error)
        }
    }
}

extension Console {
    /// The lines of a file, or of standard input for `-`.
    ///
    /// - Throws: ``CommandFailure`` when it cannot be opened.
    func lines(of path: String, skipsLongLines: Bool = false) throws -> LineReader {
        do throws(ServiceError) {
            return try LineReader(path: path, standardInput: input, skipsLongLines: skipsLongLines)
        } catch {
            throw CommandFailure(reading: error)
        }
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
