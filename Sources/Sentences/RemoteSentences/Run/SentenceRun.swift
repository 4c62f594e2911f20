import JSON
import LanguageServices
import RemoteService
import SentenceChecks

/// The requests for one call, with sentences delivered one by one.
///
/// A request asks for the missing sentences, at most ``sentencesPerRequest``. If some fail their checks or too few
/// arrive, a second request is sent, which includes the reasons. Accepted sentences are kept even if a later request
/// fails.
actor SentenceRun {
    private let session: ModelSession
    private let provider: ProviderID
    private let clock: ServiceClock
    private let pattern: String?
    private let wanted: Int
    private let told: String
    private var order: SentencePromptInput
    private var inspection: OfferInspection

    private var exchange: Exchange?
    private var exchanges = 0
    private var hasRepaired = false
    private var given = 0
    private var waiting: [ExampleSentence] = []
    private var faults: [SentenceFault] = []
    private var failure: ServiceError?
    private var isFinished = false
    private var isOver = false
    private var hasGuessedTokens = false
    private var busy: Duration

    /// The maximum number of sentences per request.
    static let sentencesPerRequest = 20

    /// A response that is being received.
    private struct Exchange {
        var incoming: ModelSession.Incoming
        var message = WrittenMessage()
        var scanner = ObjectScanner()
        var wanted: Int
        var offered = 0
        var accepted = 0
    }

    init(_ order: SentencePromptInput, session: ModelSession, provider: ProviderID, busy: Duration, clock: ServiceClock)
    {
        self.session = session
        self.provider = provider
        self.clock = clock
        self.busy = busy
        self.order = order
        wanted = order.request.count
        told = session.prompt.text(order)
        inspection = OfferInspection(order, told: told, provider: provider)
        let search = WordSearch(order.request.word, language: order.language, partOfSpeech: order.request.partOfSpeech)
        pattern = SentencePattern.of(order, search: search)
    }

    /// The next event; `nil` after the report.
    func next() async throws -> SentenceEvent? {
        do throws(ServiceError) {
            while true {
                if isOver { return nil }
                try ServiceError.checkCancellation()
                if !waiting.isEmpty {
                    given += 1
                    return .sentence(waiting.removeFirst())
                }
                if isFinished || given == wanted {
                    await close()
                    isOver = true
                    return .report(try report())
                }
                let start = clock.now
                defer { busy += clock.now - start }
                do throws(ServiceError) {
                    if exchange == nil { try await begin() } else { try await goOn() }
                } catch {
                    try stop(error)
                }
            }
        } catch {
            exchange = nil
            isOver = true
            throw ServiceError(error, provider: provider)
        }
    }

    /// Ends the run after an error; sentences already delivered remain valid.
    private func stop(_ error: ServiceError) throws(ServiceError) {
        exchange = nil
        guard error.code != .cancelled, given + waiting.count > 0 else { throw error }
        failure = error
        isFinished = true
    }

    // MARK: Requests

    private func begin() async throws(ServiceError) {
        order.request.count = min(wanted - given, Self.sentencesPerRequest)
        let settings = session.settings
        let asking = ModelRequest(
            model: settings.model,
            system: told,
            user: JSONWriter.string(order.message),
            schema: SentenceSchema.value(for: order, pattern: pattern),
            plainSchema: SentenceSchema.value(for: order, pattern: nil),
            seed: Int(truncatingIfNeeded: (order.request.seed &+ UInt64(exchanges)) & 0x7FFF_FFFF),
            temperature: settings.temperature ?? 0.7,
            maxTokens: settings.maxTokens ?? 1000 + 400 * order.request.count,
            likelyTokens: 50 + 100 * order.request.count
        )
        exchanges += 1
        exchange = Exchange(incoming: try await session.open(asking), wanted: order.request.count)
    }

    private func goOn() async throws(ServiceError) {
        guard var current = exchange else { return }
        try await current.incoming.read(into: &current.message, room: 4000 + 4000 * current.wanted)
        for object in current.scanner.add(current.message.take()) { consider(object, &current) }
        exchange = current
        if current.message.end != nil { try await end(current) }
    }

    // MARK: Answers

    private func consider(_ object: [UInt8], _ current: inout Exchange) {
        current.offered += 1
        guard given + waiting.count < wanted else { return }
        guard let offer = OfferedSentence(object) else {
            faults.append(SentenceFault(.shape, "lacks the requested fields"))
            return
        }
        do throws(SentenceFault) {
            waiting.append(try inspection.accept(offer))
            current.accepted += 1
            order.request.avoiding.append(offer.text)
        } catch {
            faults.append(error)
            if order.rejected.count < 5 { order.rejected.append((offer.text, "The sentence \(error.reason).")) }
        }
    }

    /// Handles the end of a message.
    private func end(_ current: Exchange) async throws(ServiceError) {
        var current = current
        if let single = current.scanner.single { consider(single, &current) }
        exchange = current
        await close()
        let missing = wanted - given - waiting.count
        guard missing > 0 else { return }
        var refusal = current.message.refusal
        if current.offered == 0, SentenceInspection.isRefusal(current.message.opening) {
            refusal = refusal ?? current.message.opening
        }
        if let words = refusal {
            isFinished = true
            failure = refused(words, current.incoming.dialect.service)
        } else if current.accepted == current.wanted {
            // The number of requested sentences exceeds the maximum per request.
            order.rejected = []
        } else if hasRepaired {
            isFinished = true
        } else {
            hasRepaired = true
        }
        if current.offered == 0, refusal == nil {
            faults.append(Self.emptiness(current.message.end))
        }
    }

    private static func emptiness(_ end: WrittenMessage.End?) -> SentenceFault {
        switch end {
        case .length: SentenceFault(.finish, "is truncated")
        case .astray: SentenceFault(.shape, "is missing: the answer is far too long")
        default: SentenceFault(.shape, "is missing: the answer contains no JSON with sentences")
        }
    }

    /// Closes the response early.
    private func close() async {
        guard let current = exchange else { return }
        exchange = nil
        if await current.incoming.end(current.message) { hasGuessedTokens = true }
    }

    private func refused(_ words: String, _ service: ServiceIdentity) -> ServiceError {
        service.error(
            .notFound,
            "declines to write sentences for the word",
            words: words,
            remedy: "use another provider"
        )
    }

    // MARK: Report

    /// The report of the run.
    ///
    /// - Throws: An error if there are no sentences.
    private func report() throws(ServiceError) -> ServiceReport {
        if given == 0 { throw failure ?? nothingGood }
        var notices: [String] = []
        if order.isCleaned { notices.append("control characters and control tokens were removed from the word") }
        if hasGuessedTokens { notices.append(TokenCount.notice) }
        if given < wanted {
            let reason = failure?.message ?? faults.last.map { "a sentence from the model \($0.reason)" }
            notices.append("only \(given) of \(wanted) sentences" + (reason.map { ": \($0)" } ?? ""))
        }
        var report = ServiceReport.answered(by: provider, in: busy, notices: notices)
        if let failure { report.note(.partlyAnswered, failure) }
        return report
    }

    /// The error if no sentence passed the checks: malformed, truncated, or without any usable sentence.
    private var nothingGood: ServiceError {
        let service = session.dialect.service
        let last = faults.last
        switch last?.check {
        case .shape?, nil:
            return service.malformedAnswer("without sentences in the requested format")
        case .finish?:
            return service.error(
                .limitExceeded,
                "ran out of tokens before the answer was complete",
                remedy: "raise the provider's 'maxTokens', or request fewer sentences"
            )
        default:
            return service.error(
                .notFound,
                "wrote no usable sentence: the last one \(last?.reason ?? "")",
                remedy: "use another provider or another model"
            )
        }
    }
}
