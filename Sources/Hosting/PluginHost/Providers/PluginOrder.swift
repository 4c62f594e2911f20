import JSON
import LanguageServices
import Platform
import SentenceChecks

/// The sentences of one request, asked for when the first is wanted.
actor PluginOrder {
    private let request: SentenceRequest
    private let context: PluginContext
    private let exchange: PluginExchange
    private var review: SentenceReview
    private var pending: [SentenceEvent] = []
    private var given = 0
    private var isOver = false
    private var busy: Duration = .zero

    /// How many sentences are looked at that cannot be used.
    private static let mostRejected = 1000

    init(_ request: SentenceRequest, language: LanguageTag, _ context: PluginContext) {
        self.request = request
        self.context = context
        review = SentenceReview(request, language: language, provider: context.id)
        exchange = PluginExchange(context.pool, "sentences.generate") { offer throws(ServiceError) in
            try context.checkLanguage(language, offer)
            return Self.params(request, language)
        }
    }

    /// The next event of the stream.
    func next() async throws -> SentenceEvent? {
        if !pending.isEmpty { return pending.removeFirst() }
        if isOver { return nil }
        do throws(ServiceError) {
            while pending.isEmpty {
                let start = context.clock.now
                let step = try await exchange.next()
                busy += context.clock.now - start
                switch step {
                case .event(let frame):
                    guard case .event("sentence") = frame.content else { continue }
                    guard let sentence = frame.object["sentence"] else {
                        throw context.violation("sent an event 'sentence' without a sentence")
                    }
                    try take(sentence)
                    if given == request.count || review.rejected >= Self.mostRejected {
                        // More are not wanted, or nothing better is to be hoped for.
                        exchange.abandon()
                        guard given > 0 else { throw nothing() }
                        await end()
                    }
                case .result(let result):
                    for sentence in result["sentences"]?.elements ?? [] where given < request.count {
                        try take(sentence)
                    }
                    guard given > 0 else { throw nothing() }
                    await end()
                }
            }
        } catch {
            exchange.abandon()
            throw ServiceError(error, provider: context.id)
        }
        return pending.removeFirst()
    }

    private func take(_ node: JSONNode) throws(ServiceError) {
        do throws(FrameFault) {
            guard let sentence = try review.sentence(node) else { return }
            given += 1
            exchange.hasReachedCaller()
            pending.append(.sentence(sentence))
        } catch {
            throw context.violation(error.text)
        }
    }

    private func end() async {
        isOver = true
        let notices = review.rejected == 0 ? [] : [Self.rejected(review.rejected, review.firstFault)]
        var report = await context.report(since: .zero, retries: exchange.retries, notices: notices)
        report.attempts[0].duration = busy
        pending.append(.report(report))
    }

    private func nothing() -> ServiceError {
        let word = JSONExcerpt.singleQuoted(request.word)
        guard review.rejected > 0 else {
            return ServiceError(.notFound, "the plug-in has no sentence for \(word)", provider: context.id)
        }
        return ServiceError(
            .notFound,
            "no sentence of the plug-in for \(word) could be used; \(Self.rejected(review.rejected, review.firstFault))",
            provider: context.id
        )
    }

    private static func rejected(_ count: Int, _ fault: String?) -> String {
        let sentences = count == 1 ? "1 sentence was" : "\(count) sentences were"
        return "\(sentences) thrown away\(fault.map { ": one \($0)" } ?? "")"
    }

    private static func params(_ request: SentenceRequest, _ language: LanguageTag) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("word", .string(request.word)), ("language", .string(language.text)), ("count", .integer(request.count)),
            ("seed", .string(String(request.seed))),
        ]
        func add(_ name: String, _ text: String?) {
            if let text { members.append((name, .string(text))) }
        }
        add("partOfSpeech", request.partOfSpeech?.rawValue)
        add("sense", request.sense)
        add("level", request.level?.rawValue)
        add("topic", request.topic)
        add("targetLanguage", request.targetLanguage?.text)
        if let words = request.words {
            // A number of the protocol fits into 53 bits.
            let most = PluginProtocol.largestID
            members.append(("words", [.integer(max(1, words.lowerBound)), .integer(min(most, words.upperBound))]))
        }
        if request.romanizes { members.append(("romanize", true)) }
        if !request.avoiding.isEmpty { members.append(("avoiding", .array(request.avoiding.map { .string($0) }))) }
        return .object(members)
    }
}
