import ArgumentParsing

extension Options {
    static let jsonLines = Flag("jsonl", summary: "Read an object a line, and write each back with its answer in it")
    static let textMember = Option(
        "text-member",
        placeholder: "NAME",
        summary: "With --jsonl: the member that holds the text",
        default: "text"
    )
    static let answerMember = Option(
        "into",
        placeholder: "NAME",
        summary:
            "With --jsonl: the member that gets the answer; 'translation', 'gloss' of gloss, 'sentences' of sentence"
    )
    static let errorMember = Option(
        "error-member",
        placeholder: "NAME",
        summary: "With --jsonl: the member that says why there is no answer",
        default: "error"
    )
    static let contextMember = Option(
        "context-member",
        placeholder: "NAME",
        summary: "With --jsonl: the member that holds what was said before: a text, or a list of texts"
    )
    static let levelMember = Option(
        "level-member",
        placeholder: "NAME",
        summary: "With --jsonl: the member that holds the reader's level"
    )
    static let partOfSpeechMember = Option(
        "pos-member",
        placeholder: "NAME",
        summary: "With --jsonl: the member that holds what kind of word it is: noun, n., adj"
    )
    static let senseMember = Option(
        "sense-member",
        placeholder: "NAME",
        summary: "With --jsonl: the member that says which meaning is wanted"
    )
    static let details = Flag("details", summary: "With --jsonl: set the member 'details' to all else that is known")

    /// The options that only a filter of JSON lines has.
    static let filter: [any OptionDeclaration] = [jsonLines, textMember, answerMember, errorMember, details]
}

extension ParsedArguments {
    /// Whether the command is a filter of JSON lines.
    ///
    /// - Parameters:
    ///   - excluded: Flags that do not go with that.
    ///   - more: Options beside those of every filter that only a filter has.
    /// - Throws: `UsageError` when options stand together that mean nothing together.
    func isFilter(excluding excluded: [Flag], more: [Option<String>] = []) throws -> Bool {
        guard try self[Options.jsonLines] else {
            let names = [Options.textMember, Options.answerMember, Options.errorMember] + more
            for option in names where try self[option] != nil {
                throw usageError("'\(option.specification.longForm)' goes with '--jsonl' only")
            }
            if try self[Options.details] { throw usageError("'--details' goes with '--jsonl' only") }
            return false
        }
        for flag in excluded where try self[flag] {
            throw usageError("'--jsonl' and '\(flag.specification.longForm)' cannot be given together")
        }
        return true
    }
}
