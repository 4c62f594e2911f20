import ArgumentParsing
import LanguageServices

/// A filter of JSON lines: reads items, has their texts answered batch by batch, and writes each item back with its
/// answer, one line for each line, in their order.
///
/// A batch ends when it is large enough, or when nothing more comes for a moment, so that who writes to the filter line
/// by line gets an answer to each line. In memory is never more than a batch.
struct LineFilter {
    private let console: Console
    private let members: FilterMembers
    private let reader: LineReader
    private let verb: String

    /// What stands in the items of a filter.
    enum Reading {
        /// Their text alone.
        case text
        /// What was said before it, and the level of the reader.
        case context
        /// What kind of word it is, which meaning is wanted, and the level of the reader.
        case wishes
    }

    /// How many items are asked for together, and how many bytes these may have.
    private static let batchSize = 250
    private static let batchBytes = 1 << 20

    /// How long the next item is waited for, and how long a batch may grow in all.
    private static let pause = Duration.milliseconds(10)
    private static let patience = Duration.milliseconds(50)

    /// - Parameters:
    ///   - verb: What is done with the texts, for a message: `translate`.
    ///   - answer: The member that gets the answer when the command line names none.
    ///   - reading: What items may tell beside their text.
    init(
        _ program: Program,
        _ arguments: ParsedArguments,
        verb: String,
        answer: String,
        reading: Reading = .text
    ) throws {
        console = program.console
        self.verb = verb
        let words = try arguments[reading == .wishes ? Options.words : Options.sourceTexts]
        let file = try arguments[Options.textFile]
        guard words.isEmpty || words == ["-"] && file == nil else {
            throw arguments.usageError("'--jsonl' reads items from standard input or from one --file, not from words")
        }
        if file == nil, words.isEmpty, console.isInputTerminal {
            throw arguments.usageError("there is nothing to \(verb): pipe JSON lines in, or name a --file")
        }
        members = try FilterMembers(arguments, answer: answer, reading: reading)
        reader = try LineReader(path: file ?? "-", standardInput: console.input, skipsLongLines: true)
    }

    /// Reads everything and writes everything.
    ///
    /// - Parameter answer: Answers texts, none of which is blank.
    /// - Returns: 0 when every item has its answer, 2 when some have an error instead, 75 when all of these wait in the queue.
    /// - Throws: What `answer` throws at the first batch, unless a single text may have caused it; later the items of the
    ///   batch get the error.
    func run(answering answer: ([AskedText]) async throws -> [Result<FilterAnswer, ServiceError>]) async throws
        -> ExitCode
    {
        var items = 0
        var failures = 0
        var queued = 0
        var isFirst = true
        while let batch = try await nextBatch() {
            let texts = batch.compactMap { item in if case .text(let text, _) = item.content { text } else { nil } }
            let answers = try await answers(to: texts, isFirst: isFirst, answer)
            isFirst = isFirst && texts.isEmpty
            var output: [UInt8] = []
            var place = 0
            for item in batch {
                let result: [UInt8]
                switch item.content {
                case .passing: result = item.line.bytes
                case .text(_, let object):
                    switch answers[place] {
                    case .success(let answer): result = members.line(object, answer)
                    case .failure(let error):
                        result = members.line(object, error)
                        if error.queuedAs == nil { failures += 1 } else { queued += 1 }
                    }
                    place += 1
                case .refused(let object, let error):
                    result = members.line(object, error)
                    failures += 1
                case .unreadable(let error):
                    let input = item.line.isTooLong ? nil : item.line.bytes
                    result = members.line(number: item.line.number, input: input, error)
                    failures += 1
                }
                output.append(contentsOf: result)
                if item.line.hasCarriageReturn { output.append(UInt8(ascii: "\r")) }
                output.append(UInt8(ascii: "\n"))
            }
            items += batch.count
            try console.output(output)
        }
        if queued > 0 {
            console.complain("\(queued) of \(items) lines are queued; send them later with 'parlance queue run'")
        }
        guard failures > 0 else { return queued > 0 ? .tryAgain : .ok }
        console.complain("\(failures) of \(items) lines could not be done; their member '\(members.error)' says why")
        return .partlyFailed
    }

    /// Reads everything and writes everything, with translations for answers.
    func run(_ answer: ([AskedText]) async throws -> [Result<Translation, ServiceError>]) async throws -> ExitCode {
        try await run(answering: { texts in try await answer(texts).map { $0.map { FilterAnswer($0) } } })
    }

    private func answers(
        to texts: [AskedText],
        isFirst: Bool,
        _ answer: ([AskedText]) async throws -> [Result<FilterAnswer, ServiceError>]
    ) async throws -> [Result<FilterAnswer, ServiceError>] {
        guard !texts.isEmpty else { return [] }
        do {
            return try await answer(texts)
        } catch {
            if error is CommandFailure || error is ClosedPipe { throw error }
            let known = ServiceError(error)
            if known.code == .cancelled { throw known }
            guard Self.isPerhapsOfOneText(known) else {
                // All others would fail in the same way. Nothing has been written yet, and nothing should be.
                if isFirst { throw known }
                return texts.map { _ in .failure(known) }
            }
            guard texts.count > 1 else { return [.failure(known)] }
            // One text may have brought down the whole batch: the others should not suffer for it.
            let half = texts.count / 2
            return try await answers(to: Array(texts[..<half]), isFirst: isFirst, answer)
                + answers(to: Array(texts[half...]), isFirst: isFirst, answer)
        }
    }

    private static func isPerhapsOfOneText(_ error: ServiceError) -> Bool {
        [.limitExceeded, .providerFailed, .pluginCrashed, .protocolViolation].contains(error.code)
    }

    /// The items that come one after the other without a pause; `nil` at the end.
    private func nextBatch() async throws -> [FilterItem]? {
        guard let first = try await reader.next() else { return nil }
        var batch = [FilterItem(first, of: reader.name, members)]
        var size = first.bytes.count
        let end = ContinuousClock.now + Self.patience
        while batch.count < Self.batchSize, size < Self.batchBytes {
            let left = ContinuousClock.now.duration(to: end)
            guard try await reader.hasWholeLine(within: max(.zero, min(Self.pause, left))),
                let line = try await reader.next()
            else { break }
            size += line.bytes.count
            batch.append(FilterItem(line, of: reader.name, members))
        }
        return batch
    }
}
