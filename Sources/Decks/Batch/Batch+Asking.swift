import LanguageServices

/// Texts that are asked for together.
private struct TextRequest: Sendable {
    var texts: [String]
    var results: Result<[Result<BatchAnswer, ServiceError>], ServiceError> = .success([])
}

extension Batch {
    /// So many texts that fail one by one, with no answer among them, are no longer the fault of the texts.
    private static let failuresInARow = 25

    /// Asks for the texts of a spool, and writes down what comes of them.
    func ask(
        _ spool: TextSpool,
        journal: BatchJournal,
        summary: inout BatchSummary,
        progress: (BatchProgress) -> Void
    ) async throws {
        let forecast = summary.forecast
        var state = BatchProgress(
            total: forecast.differentTexts,
            done: forecast.textsKnown + forecast.textsFailed,
            known: forecast.textsKnown,
            failed: forecast.textsFailed
        )
        progress(state)
        var queue = RequestQueue(spool: spool, options: options)
        var failuresInARow = 0
        try await withThrowingTaskGroup(of: TextRequest.self) { group in
            var underWay = 0
            while true {
                if Task.isCancelled, summary.interruption == nil {
                    summary.interruption = ServiceError(.cancelled, "the batch was cancelled")
                }
                while summary.interruption == nil, underWay < max(options.concurrency, 1),
                    let request = try queue.next()
                {
                    underWay += 1
                    group.addTask { [work] in await Self.answered(request, by: work) }
                }
                guard let request = try await group.next() else { break }
                underWay -= 1
                summary.requests += 1
                var records: [JournalRecord] = []
                switch request.results {
                case .success(let results):
                    failuresInARow = 0
                    for (text, result) in zip(request.texts, results) {
                        if case .failure(let error) = result, BatchFailure(error) == .provider {
                            summary.interruption = summary.interruption ?? error
                        } else {
                            records.append(JournalRecord(key: keys.key(of: text), result: result))
                        }
                    }
                case .failure(let error) where BatchFailure.endsRun(error):
                    summary.interruption = summary.interruption ?? error
                case .failure where request.texts.count > 1: queue.halve(request)
                case .failure(let error):
                    failuresInARow += 1
                    records = request.texts.map { JournalRecord(key: keys.key(of: $0), result: .failure(error)) }
                    if failuresInARow >= Self.failuresInARow, summary.interruption == nil {
                        summary.interruption = Self.broken(error)
                    }
                }
                try journal.append(records)
                summary.textsAsked += records.count
                state.done += records.count
                state.failed += records.count { if case .failure = $0.result { true } else { false } }
                progress(state)
            }
        }
    }

    private static func answered(_ request: TextRequest, by work: any BatchWork) async -> TextRequest {
        var request = request
        do {
            let results = try await work.answers(to: request.texts)
            guard results.count == request.texts.count else {
                throw ServiceError(
                    .protocolViolation,
                    "\(results.count) answers came to \(request.texts.count) texts"
                )
            }
            request.results = .success(results)
        } catch {
            request.results = .failure(ServiceError(error))
        }
        return request
    }

    private static func broken(_ error: ServiceError) -> ServiceError {
        var broken = error
        broken.message = "\(failuresInARow) texts in a row failed, the last one so: \(error.message)"
        return broken
    }
}

/// The requests that are to be sent: the halves of one that failed before those that were not sent yet.
private struct RequestQueue {
    private let spool: TextSpool
    private let options: BatchOptions
    private var halves: [TextRequest] = []
    /// A text for which there was no room in the last request.
    private var left: String?

    init(spool: TextSpool, options: BatchOptions) {
        self.spool = spool
        self.options = options
    }

    mutating func next() throws(ServiceError) -> TextRequest? {
        if let half = halves.popLast() { return half }
        var texts: [String] = []
        var characters = 0
        while texts.count < max(options.textsPerRequest, 1) {
            let waiting: String?
            if let left { waiting = left } else { waiting = try spool.next() }
            left = nil
            guard let text = waiting else { break }
            let count = text.unicodeScalars.count
            if !texts.isEmpty, count > options.charactersPerRequest - characters {
                left = text
                break
            }
            characters += count
            texts.append(text)
        }
        return texts.isEmpty ? nil : TextRequest(texts: texts)
    }

    mutating func halve(_ request: TextRequest) {
        let middle = request.texts.count / 2
        halves.append(TextRequest(texts: Array(request.texts[middle...])))
        halves.append(TextRequest(texts: Array(request.texts[..<middle])))
    }
}
