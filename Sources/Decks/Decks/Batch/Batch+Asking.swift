import LanguageServices

/// Texts that are asked for together.
private struct TextRequest: Sendable {
    var texts: [String]
    var keys: [BatchKey]
    var outcome = Outcome.open

    enum Outcome: Sendable {
        case open
        /// The answers are in the journal.
        case answered(count: Int, failures: Int, cached: Int, interruption: ServiceError?)
        /// The request failed as a whole.
        case failed(ServiceError)
        /// The journal could not be written.
        case lost(ServiceError)
    }

    func part(_ range: Range<Int>) -> TextRequest { TextRequest(texts: Array(texts[range]), keys: Array(keys[range])) }
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
                case .failed where request.texts.count > 1: queue.halve(request)
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

    /// Asks for the texts of a request, and puts the answers into the journal, before anything else can happen.
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
                    "\(results.count) answers came to \(request.texts.count) texts"
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
        broken.message = "\(failuresInARow) texts in a row failed, the last one so: \(error.message)"
        return broken
    }
}

/// The requests that are to be sent: the halves of one that failed before those that were not sent yet.
private struct RequestQueue {
    let spool: TextSpool
    let size: RequestSize
    let wording: (String) -> String

    var halves: [TextRequest] = []
    /// A text for which there was no room in the last request.
    var left: (text: String, key: BatchKey)?

    mutating func next() throws(ServiceError) -> TextRequest? {
        if let half = halves.popLast() { return half }
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

    mutating func halve(_ request: TextRequest) {
        let middle = request.texts.count / 2
        halves.append(request.part(middle..<request.texts.count))
        halves.append(request.part(0..<middle))
    }
}

/// How requests of a batch are cut: by what the options say, or by what suits the work, but never beyond its limits.
struct RequestSize: Hashable {
    let texts: Int
    let characters: Int
    let concurrency: Int

    init(_ options: BatchOptions, _ work: any BatchWork) {
        let limits = work.requestLimits
        func size(_ wanted: Int?, _ usual: Int, _ limit: Int?) -> Int { max(min(wanted ?? usual, limit ?? .max), 1) }
        texts = size(options.textsPerRequest, work.isLocal ? 250 : 50, limits.texts)
        characters = size(options.charactersPerRequest, work.isLocal ? 50_000 : 5000, limits.characters)
        // While the answers to one request are written down, here another is at work.
        concurrency = size(options.concurrency, work.isLocal ? 2 : 1, limits.concurrency)
    }
}

/// What a failure says about the text that was asked for.
enum BatchFailure {
    /// The text has no answer, or cannot be dealt with.
    case text
    /// The provider was not there, or had no time; another time the text may be answered.
    case moment
    /// Nothing can be asked for until the user has done something, or has waited.
    case provider

    init(_ error: ServiceError) {
        self =
            switch error.code {
            case .unauthorized, .quotaExceeded, .rateLimited, .cancelled, .configuration: .provider
            case .unavailable, .network, .timedOut, .pluginCrashed, .io: .moment
            default: .text
            }
    }

    /// Whether a request that failed as a whole with an error is pointless to be tried with fewer texts.
    static func endsRun(_ error: ServiceError) -> Bool {
        switch error.code {
        case .unavailable, .network, .io, .unsupported: true
        default: BatchFailure(error) == .provider
        }
    }
}
