package import LanguageServices
package import Platform

/// A filter of JSON lines: reads items, has their texts answered batch by batch, and writes each item back with its
/// answer, one line for each line, in their order.
///
/// A batch ends when it is large enough, or when nothing more comes for a moment, so that who writes to the filter line
/// by line gets an answer to each line. In memory is never more than a batch.
package struct JSONLineFilter {
    /// What came of the items.
    package struct Summary: Sendable, Hashable {
        /// How many lines were read.
        package var items = 0

        /// How many have an error instead of an answer.
        package var failures = 0

        /// How many have none yet, since they wait in a queue.
        package var queued = 0
    }

    private let reader: LineReader
    private let members: FilterMembers

    /// How many items are asked for together, and how many bytes these may have.
    private static let batchSize = 250
    private static let batchBytes = 1 << 20

    /// How long the next item is waited for, and how long a batch may grow in all.
    private static let pause = Duration.milliseconds(10)
    private static let patience = Duration.milliseconds(50)

    /// Creates a filter.
    ///
    /// - Parameters:
    ///   - reader: Where items come from; it passes over lines that are too long.
    ///   - members: Which members of the items are read and set.
    package init(_ reader: LineReader, _ members: FilterMembers) {
        self.reader = reader
        self.members = members
    }

    /// Reads everything and writes everything.
    ///
    /// - Parameters:
    ///   - answer: Answers texts, none of which is blank.
    ///   - output: Takes the lines, some at a time.
    /// - Returns: How many items there were, and how many have an error instead of an answer.
    /// - Throws: What `answer` throws at the first batch, unless a single text may have caused it; later the items of the
    ///   batch get the error.
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
                        if error.queuedAs == nil { summary.failures += 1 } else { summary.queued += 1 }
                    }
                    place += 1
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

/// A line that a filter has read.
struct FilterItem {
    /// What is to be done with it.
    enum Content {
        /// Nothing: it goes on as it is. There is no text in it.
        case passing
        /// Its text is answered.
        case text(TextItem, JSONLine)
        /// It is an object, but its text cannot be had.
        case refused(JSONLine, ServiceError)
        /// It is no object.
        case unreadable(ServiceError)
    }

    /// The line as it was read.
    let line: LineReader.Line

    /// What is to be done with it.
    let content: Content

    /// - Parameters:
    ///   - name: What the text is called that the line is from.
    ///   - members: The members that hold the text and what belongs to it.
    init(_ line: LineReader.Line, of name: String, _ members: FilterMembers) {
        self.line = line
        content = Self.content(line, name, members)
    }

    private static func content(_ line: LineReader.Line, _ name: String, _ members: FilterMembers) -> Content {
        if line.isTooLong {
            let most = LineReader.maximumLineLength >> 20
            return .unreadable(
                ServiceError(.limitExceeded, "\(name):\(line.number): the line is longer than \(most) MiB")
            )
        }
        // An empty line is no item, but the lines behind it must keep their numbers.
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
                    remedy: "name the member that holds the text with --text-member"
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
