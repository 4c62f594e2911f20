import ArgumentParsing
import Decks
import LanguageServices

extension Options {
    /// The options of all commands that process the notes of a deck.
    static let batch: [any OptionDeclaration] = [
        batchOutput, onlyEmpty, overwriteFields, limit, shard, dryRun, restart, retryFailed, batchReport, separator,
        deckHeader, deckMarkup,
    ]

    static let batchOutput = Option.file("output", short: "o")
        .help("The deck to write; may be the input file, to change it in place")
    static let onlyEmpty = Flag("only-empty").help("Fill only empty fields (the default)")
    static let overwriteFields = Flag("overwrite").help("Also replace non-empty fields")
    static let limit = Option("limit", in: 1...1_000_000_000).help("Process at most COUNT notes")
    static let shard = Option("shard", "I/N")
        .help("Process part I of N, such as 2/8; identical texts are in the same part")
    static let dryRun = Flag("dry-run").help("Show what would be done and what it would cost, without doing it")
    static let restart = Flag("restart").help("Discard the answers from an interrupted run")
    static let retryFailed = Flag("retry-failed").help("Retry texts that failed in an earlier run")
    static let batchReport = Option.file("report").help("Write the outcome of each note as JSON lines")
}

extension ParsedArguments {
    /// The options for the batch.
    func batchOptions() throws -> BatchOptions {
        var options = BatchOptions()
        options.limit = try self[Options.limit]
        options.shard = try value(of: Options.shard, expecting: "a part such as 2/8", BatchShard.init)
        options.restarts = try self[Options.restart]
        options.retriesFailed = try self[Options.retryFailed]
        return options
    }

    /// Whether non-empty fields are overwritten.
    func overwritesFields() throws -> Bool {
        let overwrites = try self[Options.overwriteFields]
        if overwrites, try self[Options.onlyEmpty] {
            throw usageError("'--only-empty' and '--overwrite' cannot be given together")
        }
        return overwrites
    }
}
