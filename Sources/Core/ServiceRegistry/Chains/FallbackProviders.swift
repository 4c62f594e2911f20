public import LanguageServices

/// Speech providers asked in order, until one speaks.
///
/// A provider that fails before its first audio is passed over as the policy says. Once audio has reached the caller
/// there is no way back, and a failure is thrown.
public typealias FallbackSpeech = FallbackChain<any SpeechProvider>

extension FallbackSpeech: SpeechProvider {
    /// Creates a chain.
    public init(_ members: [any SpeechProvider], policy: FallbackPolicy = .skipFailed, clock: ServiceClock = .system) {
        self.init(service: .speech, links: members.map { ($0, $0) }, policy: policy, clock: clock)
    }

    /// The defaults of the first member.
    public var defaults: SpeechDefaults { links.first?.member.defaults ?? SpeechDefaults() }

    /// The voices of all members that can tell, member by member.
    ///
    /// - Throws: `ServiceError` when no member can.
    public func voices(matching query: VoiceQuery) async throws -> [Voice] {
        try await allAnswers { try await $0.voices(matching: query) }
    }

    /// Speaks with the first member that can.
    public func synthesize(_ request: SpeechRequest) async throws -> SpeechStream {
        let (primed, log) = try await firstAnswer { try await PrimedStream($0.synthesize(request)) }
        return log.stream(primed)
    }
}

/// Translation providers asked in order, text by text: what one has not, the next is asked for.
public typealias FallbackTranslation = FallbackChain<any TranslationProvider>

extension FallbackTranslation: TranslationProvider {
    /// Creates a chain.
    public init(
        _ members: [any TranslationProvider],
        policy: FallbackPolicy = .skipFailed,
        clock: ServiceClock = .system
    ) {
        self.init(service: .translation, links: members.map { ($0, $0) }, policy: policy, clock: clock)
    }

    /// The defaults of the first member.
    public var defaults: TranslationDefaults { links.first?.member.defaults ?? TranslationDefaults() }

    /// The pairs of all members that can tell, each once.
    ///
    /// - Throws: `ServiceError` when no member can.
    public func languagePairs() async throws -> [LanguagePair] {
        var seen = Set<LanguagePair>()
        return try await allAnswers { try await $0.languagePairs() }.filter { seen.insert($0).inserted }
    }

    /// Translates each text with the first member that can.
    ///
    /// - Returns: A result for every text. A text that nobody translated has the error that tells most.
    /// - Throws: `ServiceError` when every member that was asked failed as a whole.
    public func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
        var log = FallbackLog()
        var report = ServiceReport()
        var results = [Result<Translation, ServiceError>?](repeating: nil, count: request.texts.count)
        var open = Array(request.texts.indices)
        var asked = 0
        for link in links where asked == log.errors.count || !open.isEmpty {
            asked += 1
            let attemptsBefore = log.attempts.count
            do {
                var part = request
                part.texts = open.map { request.texts[$0] }
                var response = try await attempt(link, &log) { try await $0.translateAll(part) }
                let id = link.base.descriptor.id
                var left: [Int] = []
                var errors: [ServiceError] = []
                for (index, result) in zip(open, response.results) {
                    let named = result.mapError { ServiceError($0, provider: id) }
                    results[index] = Self.better(results[index], named)
                    guard case .failure(let error) = named else { continue }
                    errors.append(error)
                    if policy.goesOn(after: error) { left.append(index) }
                }
                Self.mark(&response.report, errors: errors, of: open.count)
                report.attempts += response.report.attempts
                report.notices += response.report.notices
                open = left
            } catch {
                report.attempts += log.attempts.dropFirst(attemptsBefore)
                for index in open { results[index] = Self.better(results[index], .failure(error)) }
                guard policy.goesOn(after: error) else { break }
            }
        }
        if log.errors.count == asked { throw log.error(service: .translation) }
        let missing = ServiceError(.unavailable, "no provider of translation was asked")
        return TranslationResponse(results: results.map { $0 ?? .failure(missing) }, report: report)
    }

    /// Says in the report that a provider left some texts open, and what kept it from the first of them.
    private static func mark(_ report: inout ServiceReport, errors: [ServiceError], of count: Int) {
        guard let first = errors.first(where: { !$0.code.isMiss }) ?? errors.first else { return }
        report.note(errors.count < count ? .partlyAnswered : first.code.isMiss ? .missed : .failed, first)
    }

    /// The result to keep: a translation before an error, a broken provider's error before a miss.
    ///
    /// Of two who have not found a text the later one tells more when it has a remedy: it has searched further, and may know
    /// what was meant.
    private static func better(
        _ old: Result<Translation, ServiceError>?,
        _ new: Result<Translation, ServiceError>
    ) -> Result<Translation, ServiceError> {
        guard case .failure(let oldError) = old, case .failure(let newError) = new else { return new }
        let isLaterMiss = oldError.code == .notFound && newError.code == .notFound && newError.remedy != nil
        let isFirstBroken = oldError.code.isMiss && !newError.code.isMiss
        var kept = isLaterMiss || isFirstBroken ? newError : oldError
        // Who asks again must know that it may cost a second time, whoever's error it is.
        kept.outcomeUnknown = oldError.outcomeUnknown || newError.outcomeUnknown
        return .failure(kept)
    }
}

/// Sentence providers asked in order, until one has a sentence.
public typealias FallbackSentences = FallbackChain<any SentenceProvider>

extension FallbackSentences: SentenceProvider {
    /// Creates a chain.
    public init(
        _ members: [any SentenceProvider],
        policy: FallbackPolicy = .skipFailed,
        clock: ServiceClock = .system
    ) {
        self.init(service: .sentences, links: members.map { ($0, $0) }, policy: policy, clock: clock)
    }

    /// The defaults of the first member.
    public var defaults: SentenceDefaults { links.first?.member.defaults ?? SentenceDefaults() }

    /// The sentences of the first member that has some.
    public func sentences(for request: SentenceRequest) async throws -> SentenceResponse {
        try await firstReported { try await $0.sentences(for: request) }
    }

    /// The sentences of the first member that has some, as they come.
    ///
    /// A member that fails before its first sentence is passed over as the policy says. Once a sentence has reached the caller
    /// there is no way back, and a failure is thrown.
    public func sentenceStream(for request: SentenceRequest) async throws -> SentenceStream {
        let (primed, log) = try await firstAnswer { try await PrimedStream($0.sentenceStream(for: request)) }
        return log.stream(primed)
    }

    /// The lesson of the first member that writes one.
    public func lesson(for request: LessonRequest) async throws -> WrittenLesson {
        try await firstReported { try await $0.lesson(for: request) }
    }
}

/// Feedback providers asked in order, until one plays.
public typealias FallbackFeedback = FallbackChain<any FeedbackProvider>

extension FallbackFeedback: FeedbackProvider {
    /// Creates a chain.
    public init(
        _ members: [any FeedbackProvider],
        policy: FallbackPolicy = .skipFailed,
        clock: ServiceClock = .system
    ) {
        self.init(service: .feedback, links: members.map { ($0, $0) }, policy: policy, clock: clock)
    }

    /// The defaults of the first member.
    public var defaults: FeedbackDefaults { links.first?.member.defaults ?? FeedbackDefaults() }

    /// The feedback of the first member that can play it.
    public func play(_ request: FeedbackRequest) async throws -> FeedbackHandle {
        try await firstReported { try await $0.play(request) }
    }
}

extension TranslationProvider {
    /// Translates, and makes sure that there is a result for each text.
    ///
    /// - Parameter name: What the provider is called when there is not.
    func translateAll(_ request: TranslationRequest, as name: String = "it") async throws -> TranslationResponse {
        let response = try await translate(request)
        guard response.results.count == request.texts.count else {
            throw ServiceError(
                .protocolViolation,
                "\(name) gave \(response.results.count) answers to \(request.texts.count) texts",
                provider: descriptor.id
            )
        }
        return response
    }
}
