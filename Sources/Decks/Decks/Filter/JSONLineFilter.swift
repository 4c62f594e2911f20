package import LanguageServices
package import Platform

/// A filter for JSON Lines: reads items, requests answers to their texts in batches, and writes one line per input
/// line, in order.
///
/// A batch ends when it is large enough or when input pauses briefly, so a program that writes line by line gets an
/// answer to each line. At most one batch is kept in memory.
package struct JSONLineFilter {
    /// The number of items for each result.
    package struct Summary: Sendable, Hashable {
        /// The number of lines read.
        package var items = 0

        /// The number of lines with an error instead of an answer.
        package var failures = 0

        /// The number of lines without an answer yet because they wait in a queue.
        package var queued = 0
    }

    private let reader: LineReader
    private let members: FilterMembers

    /// The maximum number of items per batch, and the maximum total size of a batch in bytes.
    private static let batchSize = 250
    private static let batchBytes = 1 << 20

    /// The maximum time to wait for the next item, and the maximum time to fill a batch.
    private static let pause = Duration.milliseconds(10)
    private static let patience = Duration.milliseconds(50)

    /// Creates a filter.
    ///
    /// - Parameters:
    ///   - reader: The reader of the input; it skips lines that are too long.
    ///   - members: The members to read and to set.
    package init(_ reader: LineReader, _ members: FilterMembers) {
        self.reader = reader
        self.members = members
    }

    /// Processes all lines.
    ///
    /// - Parameters:
    ///   - answer: Answers texts, none of which is blank.
    ///   - output: Receives the lines in batches.
    /// - Returns: The number of items and the number of errors.
    /// - Throws: An error thrown by `answer` in the first batch, unless it may concern a single text. Later errors are
    ///   written to the items of their batch.
    package func run(
        answering answer: ([TextItem]) async throws -> [Result<FilterAnswer, ServiceError>],
        output write: ([UInt8]) throws -> Void
    ) async throws -> Summary {
        var summary = Summary()
        var isFirst = true
        while let batch = try await nextBatch() {
            let texts = batch.compactMap { item in if case .text(let text, _) = item.content { text } else { nil } }
            let answers = try await answers(to: texts, isFirst: isFirst, answer)
            isFirst = isFirst && texts.isEmpty
            var output: [UInt8] = []
            var index = 0
            for item in batch {
                let result: [UInt8]
                switch item.content {
                case .passing: result = item.line.bytes
                case .text(_, let object):
                    switch answers[index] {
                    case .success(let answer): result = members.line(object, answer)
                    case .failure(let error):
                        result = members.line(object, error)
                        if error.queuedAs == nil { summary.failures += 1 } else { summary.queued += 1 }
                    }
                    index += 1
                case .refused(let object, let error):
                    result = members.line(object, error)
                    summary.failures += 1
                case .unreadable(let error):
                    let input = item.line.isTooLong ? nil : item.line.bytes
                    result = members.line(number: item.line.number, input: input, error)
                    summary.failures += 1
                }
                output.append(contentsOf: result)
                if item.line.hasCarriageReturn { output.append(UInt8(ascii: "\r")) }
                output.append(UInt8(ascii: "\n"))
            }
            summary.items += batch.count
            try write(output)
        }
        return summary
    }

    private func answers(
        to texts: [TextItem],
        isFirst: Bool,
        _ answer: ([TextItem]) async throws -> [Result<FilterAnswer, ServiceError>]
    ) async throws -> [Result<FilterAnswer, ServiceError>] {
        guard !texts.isEmpty else { return [] }
        do {
            return try await answer(texts)
        } catch {
            let known = ServiceError(error)
            if known.code == .cancelled { throw known }
            guard Self.mayConcernOneText(known) else {
                // All other items would fail in the same way, and nothing has been written yet.
                if isFirst { throw known }
                return texts.map { _ in .failure(known) }
            }
            guard texts.count > 1 else { return [.failure(known)] }
            // A single text may have caused the whole batch to fail; retry the others without it.
            let half = texts.count / 2
            return try await answers(to: Array(texts[..<half]), isFirst: isFirst, answer)
                + answers(to: Array(texts[half...]), isFirst: isFirst, answer)
        }
    }

    private static func mayConcernOneText(_ error: ServiceError) -> Bool {
        [.limitExceeded, .providerFailed, .pluginCrashed, .protocolViolation].contains(error.code)
    }

    /// The items that arrive without a pause; `nil` at the end.
    private func nextBatch() async throws -> [FilterItem]? {
        guard let first = try await reader.next() else { return nil }
        var batch = [FilterItem(first, of: reader.name, members)]
        var size = first.bytes.count
        let end = ContinuousClock.now + Self.patience
        while batch.count < Self.batchSize, size < Self.batchBytes {
            let left = ContinuousClock.now.duration(to: end)
            guard try await reader.hasCompleteLine(within: max(.zero, min(Self.pause, left))),
                let line = try await reader.next()
            else { break }
            size += line.bytes.count
            batch.append(FilterItem(line, of: reader.name, members))
        }
        return batch
    }
}

/// A line that a filter has read.
struct FilterItem {
    /// The content of a line.
    enum Content {
        /// There is no text; the line is passed through unchanged.
        case passing
        /// A text to answer.
        case text(TextItem, JSONLine)
        /// An object whose text cannot be read.
        case refused(JSONLine, ServiceError)
        /// Not an object.
        case unreadable(ServiceError)
    }

    /// The original line.
    let line: LineReader.Line

    /// The content of the line.
    let content: Content

    /// - Parameters:
    ///   - name: The name of the input, for messages.
    ///   - members: The members to read.
    init(_ line: LineReader.Line, of name: String, _ members: FilterMembers) {
        self.line = line
        content = Self.content(line, name, members)
    }

    private static func content(_ line: LineReader.Line, _ name: String, _ members: FilterMembers) -> Content {
        if line.isTooLong {
            let maximum = LineReader.maximumLineLength >> 20
            return .unreadable(
                ServiceError(.limitExceeded, "\(name):\(line.number): the line is longer than \(maximum) MiB")
            )
        }
        // An empty line is not an item, but it must be kept to preserve the line numbers.
        if line.bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { return .passing }
        let object: JSONLine
        do throws(ServiceError) {
            object = try JSONLine(line.bytes, name: name, number: line.number)
        } catch {
            return .unreadable(error)
        }
        do throws(ServiceError) {
            guard try object.content(of: members.text) != nil else {
                throw ServiceError(
                    .invalidRequest,
                    "the object has no member '\(members.text)'",
                    remedy: "use --text-member to name the member with the text"
                )
            }
            guard let text = try FilterContext.text(object, members.text) else { return .passing }
            let asked = TextItem(
                text: text,
                context: try FilterContext.read(object, members),
                partOfSpeech: try FilterContext.text(object, members.partOfSpeech).flatMap(PartOfSpeech.init(label:)),
                sense: try FilterContext.text(object, members.sense)
            )
            return .text(asked, object)
        } catch {
            return .refused(object, error)
        }
    }
}
