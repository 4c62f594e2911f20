import ArgumentParsing
import Decks
import LanguageServices

extension Options {
    /// What every verb understands that does something with all notes of a deck.
    static let batch: [any OptionDeclaration] = [
        batchOutput, onlyEmpty, overwriteFields, limit, shard, dryRun, restart, retryFailed, batchReport, separator,
        deckHeader, deckMarkup,
    ]

    static let batchOutput = Option.file("output", short: "o")
        .help("The deck to write; name the deck itself to change it in place")
    static let onlyEmpty = Flag("only-empty").help("Fill only fields that are empty, as without this option")
    static let overwriteFields = Flag("overwrite").help("Fill fields as well that hold something already")
    static let limit = Option("limit", in: 1...1_000_000_000).help("Work on so many notes, and leave the others alone")
    static let shard = Option("shard", "I/N")
        .help("Work on one of N parts of the deck: 2/8; notes of equal text are in one part")
    static let dryRun = Flag("dry-run").help("Say what would be done, who would be asked and what it costs, and stop")
    static let restart = Flag("restart").help("Forget the answers that an earlier run has left, and ask anew")
    static let retryFailed = Flag("retry-failed").help("Ask again for texts that failed in an earlier run")
    static let batchReport = Option.file("report").help("Write what became of each note, as JSON lines")
}

extension ParsedArguments {
    /// How a batch is to be run.
    func batchOptions() throws -> BatchOptions {
        var options = BatchOptions()
        options.limit = try self[Options.limit]
        options.shard = try value(of: Options.shard, expecting: "a part such as 2/8", BatchShard.init)
        options.restarts = try self[Options.restart]
        options.retriesFailed = try self[Options.retryFailed]
        return options
    }

    /// Whether fields are filled that are not empty.
    func overwritesFields() throws -> Bool {
        let overwrites = try self[Options.overwriteFields]
        if overwrites, try self[Options.onlyEmpty] {
            throw usageError("'--only-empty' and '--overwrite' cannot be given together")
        }
        return overwrites
    }
}
