import ArgumentParsing
import Decks
import JSON
import LanguageServices
import Platform
import ServiceClient
import ServiceConfiguration

/// The source of the texts, for a command that can also run as a filter.
enum FilterInput {
    case texts(InputTexts)
    case items(LineFilter)

    /// - Parameters:
    ///   - isFilter: Whether the command is a filter for JSON lines.
    ///   - verb: What the command does with the texts, for messages: `translate`.
    ///   - answer: The default item member for the answer.
    ///   - reading: The details that items may contain in addition to the text.
    init(
        _ invocation: Invocation,
        isFilter: Bool,
        verb: String,
        answer: String,
        reading: LineFilter.Reading = .text
    ) throws {
        self =
            isFilter
            ? .items(try LineFilter(invocation, verb: verb, answer: answer, reading: reading))
            : .texts(
                try InputTexts(
                    invocation.arguments,
                    invocation.console,
                    verb: verb,
                    texts: reading.words,
                    file: Options.textFile
                )
            )
    }
}

/// A filter for JSON lines, configured by the command line.
struct LineFilter {
    private let console: Console
    private let filter: JSONLineFilter
    private let members: FilterMembers

    /// Which details the filter reads from items.
    enum Reading {
        /// Only the text.
        case text
        /// The text, its context and the reader's level.
        case context
        /// The word, its part of speech and sense, and the reader's level.
        case wishes

        /// The positional of the command.
        var words: Positional { self == .wishes ? Options.words : Options.sourceTexts }
    }

    fileprivate init(_ invocation: Invocation, verb: String, answer: String, reading: Reading) throws {
        console = invocation.console
        let arguments = invocation.arguments
        let words = try arguments[reading.words]
        let file = try arguments[Options.textFile]
        guard words.isEmpty || words == ["-"] && file == nil else {
            throw arguments.usageError("'--jsonl' reads standard input or '--file', and does not accept TEXT arguments")
        }
        if file == nil, words.isEmpty, console.isInputTerminal {
            throw arguments.usageError("nothing to \(verb): pipe JSON lines into the command, or add '--file FILE'")
        }
        members = try arguments.filterMembers(answer: answer, reading: reading)
        filter = JSONLineFilter(try console.lines(of: file ?? "-", skipsLongLines: true), members)
    }

    /// Processes all items.
    ///
    /// - Parameter answer: Returns an answer for each item; no text is blank.
    /// - Returns: 0 if every item has its answer, 2 if some have an error, or 75 if all missing answers are in the
    ///   queue.
    /// - Throws: The errors thrown by `JSONLineFilter.run(answering:output:)`.
    func run(answering answer: ([TextItem]) async throws -> [Result<FilterAnswer, ServiceError>]) async throws
        -> ExitCode
    {
        let summary = try await filter.run(answering: answer, output: console.output)
        let (items, failures, queued) = (summary.items, summary.failures, summary.queued)
        if queued > 0 {
            console.complain("\(queued) of \(items) lines are queued; send them later with 'parlance queue run'")
        }
        guard failures > 0 else { return queued > 0 ? .tryAgain : .ok }
        console.complain("\(failures) of \(items) lines failed; see '\(members.error)' in each of these lines")
        return .partlyFailed
    }

    /// Processes all items with translations as answers.
    func run(_ answer: ([TextItem]) async throws -> [Result<Translation, ServiceError>]) async throws -> ExitCode {
        try await run(answering: { texts in try await answer(texts).map { $0.map { FilterAnswer($0) } } })
    }
}

extension FilterAnswer {
    /// Creates an answer from a translation, including all its details.
    init(_ translation: Translation) {
        self.init(
            value: .text(translation.text),
            details: TranslationJSON.members(translation).filter { $0.0 != "translation" }
        )
    }

    /// Creates an answer from the sentences for a word, in the form that `--json` prints, including their origin.
    init(_ answer: SentenceAnswer, cloze: Bool) {
        let sentences = answer.sentences.enumerated().map { place, sentence in
            SentenceJSON.value(sentence, cloze: cloze, translator: answer.translators[place])
        }
        self.init(
            value: .json(JSONWriter.bytes(.array(sentences))),
            details: [("report", ReportJSON.value(answer.report))]
        )
    }
}

extension Options {
    static let jsonLines = Flag("jsonl").help("Filter JSON lines: add an answer to each object")
    static let textMember = Option("text-member", "NAME")
        .help("With --jsonl: member with the text", default: "text")
    static let answerMember = Option("into", "NAME")
        .help("With --jsonl: member for the answer; by default 'translation', 'gloss' or 'sentences'")
    static let errorMember = Option("error-member", "NAME")
        .help("With --jsonl: member for the error", default: "error")
    static let contextMember = Option("context-member", "NAME")
        .help("With --jsonl: member with preceding messages, a string or an array")
    static let levelMember = Option("level-member", "NAME")
        .help("With --jsonl: member with the reader's level")
    static let partOfSpeechMember = Option("pos-member", "NAME")
        .help("With --jsonl: member with the part of speech, such as noun or adj")
    static let senseMember = Option("sense-member", "NAME")
        .help("With --jsonl: member with the intended meaning")
    static let details = Flag("details").help("With --jsonl: add all other information as the member 'details'")

    /// The options that apply only to a filter for JSON lines.
    static let filter: [any OptionDeclaration] = [jsonLines, textMember, answerMember, errorMember, details]
}

extension ParsedArguments {
    /// The members of the items that the filter reads and sets.
    ///
    /// - Parameters:
    ///   - answer: The default member for the answer.
    ///   - reading: The details that items may contain in addition to the text.
    /// - Throws: `UsageError` when two members would have the same name.
    fileprivate func filterMembers(answer: String, reading: LineFilter.Reading) throws -> FilterMembers {
        var members = FilterMembers(answer: try self[Options.answerMember] ?? answer)
        if let text = try self[Options.textMember] { members.text = text }
        if let error = try self[Options.errorMember] { members.error = error }
        members.context = reading == .context ? try self[Options.contextMember] : nil
        members.level = reading == .text ? nil : try self[Options.levelMember]
        members.partOfSpeech = reading == .wishes ? try self[Options.partOfSpeechMember] : nil
        members.sense = reading == .wishes ? try self[Options.senseMember] : nil
        members.details = try self[Options.details] ? "details" : nil
        do throws(ServiceError) { try members.validate() } catch { throw usageError(error.message) }
        return members
    }

    /// Whether the command runs as a filter for JSON lines.
    ///
    /// - Parameters:
    ///   - excluded: Flags that cannot be combined with a filter.
    ///   - more: Options of this command that require a filter.
    /// - Throws: `UsageError` for options that cannot be combined.
    func isFilter(excluding excluded: [Flag], more: [Option<String>] = []) throws -> Bool {
        guard try self[Options.jsonLines] else {
            let names = [Options.textMember, Options.answerMember, Options.errorMember] + more
            for option in names where try self[option] != nil {
                throw usageError("'\(option.specification.longForm)' requires '--jsonl'")
            }
            if try self[Options.details] { throw usageError("'--details' requires '--jsonl'") }
            return false
        }
        for flag in excluded where try self[flag] {
            throw usageError("'--jsonl' and '\(flag.specification.longForm)' cannot be given together")
        }
        return true
    }
}
