public import LanguageServices

/// Speech providers that are tried in order.
///
/// The policy applies if a provider fails before its first audio; after that, a failure is thrown.
public typealias FallbackSpeech = FallbackChain<any SpeechProvider>

extension FallbackSpeech: SpeechProvider {
    /// Creates a chain.
    public init(_ members: [any SpeechProvider], policy: FallbackPolicy = .skipFailed, clock: ServiceClock = .system) {
        self.init(service: .speech, links: members.map { ($0, $0) }, policy: policy, clock: clock)
    }

    /// The defaults of the first member.
    public var defaults: SpeechDefaults { links.first?.member.defaults ?? SpeechDefaults() }

    /// The voices of all members, in member order. Members that fail are skipped.
    ///
    /// - Throws: `ServiceError` if every member fails.
    public func voices(matching query: VoiceQuery) async throws -> [Voice] {
        try await allAnswers { try await $0.voices(matching: query) }
    }

    /// Synthesizes with the first member that succeeds.
    public func synthesize(_ request: SpeechRequest) async throws -> SpeechStream {
        let (primed, log) = try await firstAnswer { try await PrimedStream($0.synthesize(request)) }
        return log.stream(primed)
    }
}

/// Translation providers that are tried in order. Each provider gets the texts that the previous providers did not
/// translate.
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

    /// The language pairs supported by all members combined, without duplicates. Members that fail are skipped.
    ///
    /// - Throws: `ServiceError` if every member fails.
    public func languagePairs() async throws -> [LanguagePair] {
        var seen = Set<LanguagePair>()
        return try await allAnswers { try await $0.languagePairs() }.filter { seen.insert($0).inserted }
    }

    /// Translates each text with the first member that succeeds.
    ///
    /// - Returns: A result for every text. The result for a text without a translation is the most informative error.
    /// - Throws: `ServiceError` if the whole request failed with every member.
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
        let missing = ServiceError(.unavailable, "no translation provider was called")
        return TranslationResponse(results: results.map { $0 ?? .failure(missing) }, report: report)
    }

    /// Records in the report that a provider left texts untranslated, with the error for the first of them.
    private static func mark(_ report: inout ServiceReport, errors: [ServiceError], of count: Int) {
        guard let first = errors.first(where: { !$0.code.isMiss }) ?? errors.first else { return }
        report.note(errors.count < count ? .partlyAnswered : first.code.isMiss ? .missed : .failed, first)
    }

    /// The better of two results: a translation is better than an error, a failure better than a miss.
    ///
    /// Of two misses, the later one is better if it has a remedy, since it may contain a suggestion for a misspelt
    /// text.
    private static func better(
        _ old: Result<Translation, ServiceError>?,
        _ new: Result<Translation, ServiceError>
    ) -> Result<Translation, ServiceError> {
        guard case .failure(let oldError) = old, case .failure(let newError) = new else { return new }
        let isLaterMiss = oldError.code == .notFound && newError.code == .notFound && newError.remedy != nil
        let isFirstBroken = oldError.code.isMiss && !newError.code.isMiss
        var kept = isLaterMiss || isFirstBroken ? newError : oldError
        // Whichever error is kept, a retry may be billed again.
        kept.outcomeUnknown = oldError.outcomeUnknown || newError.outcomeUnknown
        return .failure(kept)
    }
}

/// Sentence providers that are tried in order.
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

    /// The sentences from the first member that has any.
    public func sentences(for request: SentenceRequest) async throws -> SentenceResponse {
        try await firstReported { try await $0.sentences(for: request) }
    }

    /// The sentences from the first member that has any, as a stream.
    ///
    /// The policy applies if a member fails before its first sentence; after that, a failure is thrown.
    public func sentenceStream(for request: SentenceRequest) async throws -> SentenceStream {
        let (primed, log) = try await firstAnswer { try await PrimedStream($0.sentenceStream(for: request)) }
        return log.stream(primed)
    }

    /// The lesson from the first member that writes one.
    public func lesson(for request: LessonRequest) async throws -> WrittenLesson {
        try await firstReported { try await $0.lesson(for: request) }
    }
}

/// Feedback providers that are tried in order.
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

    /// The feedback from the first member that can play the event.
    public func play(_ request: FeedbackRequest) async throws -> FeedbackHandle {
        try await firstReported { try await $0.play(request) }
    }
}

extension TranslationProvider {
    /// Translates the texts, and checks that there is a result for each text.
    ///
    /// - Parameter name: The provider's name in the error.
    func translateAll(_ request: TranslationRequest, as name: String = "it") async throws -> TranslationResponse {
        let response = try await translate(request)
        guard response.results.count == request.texts.count else {
            throw ServiceError(
                .protocolViolation,
                "\(name) returned \(response.results.count) results for \(request.texts.count) texts",
                provider: descriptor.id
            )
        }
        return response
    }
}
