import LanguageServices

/// Texts that are sent in one request.
private struct TextRequest: Sendable {
    var texts: [String]
    var keys: [BatchKey]
    var outcome = Outcome.open

    enum Outcome: Sendable {
        case open
        /// The answers have been stored in the journal.
        case answered(count: Int, failures: Int, cached: Int, interruption: ServiceError?)
        /// The request failed as a whole.
        case failed(ServiceError)
        /// The journal could not be written.
        case lost(ServiceError)
    }

    func part(_ range: Range<Int>) -> TextRequest { TextRequest(texts: Array(texts[range]), keys: Array(keys[range])) }
}

extension Batch {
    /// The number of consecutive texts that must fail before the provider is considered the cause, if no text was
    /// answered.
    private static let failuresInARow = 25

    /// Sends the texts in a spool to the provider, and records the results.
    func sendRequests(
        _ spool: TextSpool,
        journal: BatchJournal,
        summary: inout BatchSummary,
        progress: (BatchProgress) -> Void
    ) async throws {
        let forecast = summary.forecast
        var state = BatchProgress(
            total: forecast.uniqueTexts,
            done: forecast.textsKnown + forecast.textsFailed,
            known: forecast.textsKnown,
            failed: forecast.textsFailed
        )
        progress(state)
        let size = RequestSize(options, work)
        var queue = RequestQueue(spool: spool, size: size, wording: work.wording)
        var failuresInARow = 0
        try await withThrowingTaskGroup(of: TextRequest.self) { group in
            var underWay = 0
            while true {
                if Task.isCancelled, summary.interruption == nil {
                    summary.interruption = ServiceError.cancelled("the batch")
                }
                while summary.interruption == nil, underWay < size.concurrency, let request = try queue.next() {
                    underWay += 1
                    group.addTask { [work] in await Self.answered(request, by: work, journal: journal) }
                }
                guard let request = try await group.next() else { break }
                underWay -= 1
                summary.requests += 1
                var (count, failures) = (0, 0)
                switch request.outcome {
                case .open: break
                case .answered(let written, let failed, let cached, let interruption):
                    failuresInARow = 0
                    summary.textsCached += cached
                    (count, failures) = (written, failed)
                    summary.interruption = summary.interruption ?? interruption
                case .failed(let error) where BatchFailure.endsRun(error):
                    summary.interruption = summary.interruption ?? error
                case .failed where request.texts.count > 1: queue.split(request)
                case .failed(let error):
                    failuresInARow += 1
                    (count, failures) = (request.keys.count, request.keys.count)
                    try journal.append(request.keys.map { JournalRecord(key: $0, result: .failure(error)) })
                    if failuresInARow >= Self.failuresInARow, summary.interruption == nil {
                        summary.interruption = Self.broken(error)
                    }
                case .lost(let error): throw error
                }
                summary.textsSent += count
                state.done += count
                state.failed += failures
                progress(state)
            }
        }
    }

    /// Sends a request, and adds the answers to the journal before anything else happens.
    private static func answered(
        _ request: TextRequest,
        by work: any BatchWork,
        journal: BatchJournal
    ) async -> TextRequest {
        var request = request
        let results: [Result<BatchAnswer, ServiceError>]
        do {
            results = try await work.answers(to: request.texts)
            guard results.count == request.texts.count else {
                throw ServiceError(
                    .protocolViolation,
                    "the provider returned \(results.count) answers for \(request.texts.count) texts"
                )
            }
        } catch {
            request.outcome = .failed(ServiceError(error))
            return request
        }
        var interruption: ServiceError?
        var failures = 0
        var cached = 0
        var records: [JournalRecord] = []
        records.reserveCapacity(results.count)
        for (key, result) in zip(request.keys, results) {
            if case .failure(let error) = result, BatchFailure(error) == .provider {
                interruption = interruption ?? error
                continue
            }
            switch result {
            case .failure: failures += 1
            case .success(let answer): cached += answer.isCached ? 1 : 0
            }
            records.append(JournalRecord(key: key, result: result))
        }
        do {
            try journal.append(records)
            request.outcome = .answered(
                count: records.count,
                failures: failures,
                cached: cached,
                interruption: interruption
            )
        } catch {
            request.outcome = .lost(error)
        }
        return request
    }

    private static func broken(_ error: ServiceError) -> ServiceError {
        var broken = error
        broken.message = "\(failuresInARow) consecutive texts failed; last error: \(error.message)"
        return broken
    }
}

/// The pending requests: parts of failed requests come before requests that have not been sent yet.
private struct RequestQueue {
    let spool: TextSpool
    let size: RequestSize
    let wording: (String) -> String

    var parts: [TextRequest] = []
    /// A text that did not fit into the previous request.
    var left: (text: String, key: BatchKey)?

    mutating func next() throws(ServiceError) -> TextRequest? {
        if let half = parts.popLast() { return half }
        var request = TextRequest(texts: [], keys: [])
        var characters = 0
        while request.texts.count < size.texts {
            let waiting: (text: String, key: BatchKey)?
            if let left { waiting = left } else { waiting = try spool.next() }
            left = nil
            guard let waiting else { break }
            let count = wording(waiting.text).unicodeScalars.count
            if !request.texts.isEmpty, count > size.characters - characters {
                left = waiting
                break
            }
            characters += count
            request.texts.append(waiting.text)
            request.keys.append(waiting.key)
        }
        return request.texts.isEmpty ? nil : request
    }

    mutating func split(_ request: TextRequest) {
        let middle = request.texts.count / 2
        parts.append(request.part(middle..<request.texts.count))
        parts.append(request.part(0..<middle))
    }
}

/// The size of batch requests: from the options or the work's defaults, always within the work's limits.
struct RequestSize: Hashable {
    let texts: Int
    let characters: Int
    let concurrency: Int

    init(_ options: BatchOptions, _ work: any BatchWork) {
        let limits = work.requestLimits
        func size(_ wanted: Int?, _ defaultSize: Int, _ limit: Int?) -> Int {
            max(min(wanted ?? defaultSize, limit ?? .max), 1)
        }
        texts = size(options.textsPerRequest, work.isLocal ? 250 : 50, limits.texts)
        characters = size(options.charactersPerRequest, work.isLocal ? 50_000 : 5000, limits.characters)
        // Another request runs while the answers to this one are recorded.
        concurrency = size(options.concurrency, work.isLocal ? 2 : 1, limits.concurrency)
    }
}

/// How a failure affects the text.
enum BatchFailure {
    /// The text has no answer, or cannot be processed.
    case text
    /// The provider was temporarily unavailable; the text may be answered later.
    case moment
    /// No text can be processed until the user intervenes or waits.
    case provider

    init(_ error: ServiceError) {
        self =
            switch error.code {
            case .unauthorized, .quotaExceeded, .rateLimited, .cancelled, .configuration: .provider
            case .unavailable, .network, .timedOut, .pluginCrashed, .io: .moment
            default: .text
            }
    }

    /// Whether the error for a whole request rules out a retry with fewer texts.
    static func endsRun(_ error: ServiceError) -> Bool {
        switch error.code {
        case .unavailable, .network, .io, .unsupported: true
        default: BatchFailure(error) == .provider
        }
    }
}
