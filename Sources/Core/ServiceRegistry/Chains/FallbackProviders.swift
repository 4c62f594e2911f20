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

    /// Synthesizes with the first member that returns any audio.
    public func synthesize(_ request: SpeechRequest) async throws -> SpeechStream {
        let (primed, log) = try await firstAnswer { member in
            let primed = try await PrimedStream(member.synthesize(request))
            guard primed.content != nil else {
                throw ServiceError(.notFound, "the text has no sound", remedy: "add a word to the text")
            }
            return primed
        }
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
    /// An empty translation is a miss. A `Translation.Quality.guess` is returned only if no member has a better
    /// translation. A text that was only translated word by word is sent to the members again with the language that was
    /// detected for it, because translators of sentences do not detect the language.
    ///
    /// - Returns: A result for every text. The result for a text without a translation is the most informative error.
    ///   Each result contains the attempts for its text.
    /// - Throws: `ServiceError` if the whole request failed with every member.
    public func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
        var response = try await pass(request, isCounted: true)
        if request.source == nil { try await improveGlosses(&response, request) }
        for index in response.results.indices {
            response.results[index] = accepted(response.results[index], request)
        }
        return response
    }

    /// The texts that no member has translated yet, and the attempts to do so.
    private struct Progress {
        let texts: [String]
        var results: [Result<Translation, ServiceError>?]
        var errors: [[ServiceError]]
        var open: [Int]

        init(_ texts: [String]) {
            self.texts = texts
            results = Array(repeating: nil, count: texts.count)
            errors = Array(repeating: [], count: texts.count)
            open = Array(texts.indices)
        }

        /// The result for a text, with its attempts.
        func result(_ index: Int) -> Result<Translation, ServiceError> {
            let attempts = errors[index].map { error in
                error.provider.map { ServiceReport.Attempt(provider: $0, error: error, duration: .zero) }
            }.compactMap { $0 }
            switch results[index] {
            case .success(var translation)?:
                translation.attempts = attempts.filter { $0.provider != translation.provider }
                return .success(translation)
            case .failure(var error)?:
                if error.report == nil { error.report = ServiceReport(attempts: attempts) }
                return .failure(error)
            case nil: return .failure(ServiceError(.unavailable, "no translation provider was called"))
            }
        }
    }

    /// - Parameter isCounted: Whether failures are counted. Those of a second pass were counted in the first.
    private func pass(_ request: TranslationRequest, isCounted: Bool) async throws -> TranslationResponse {
        var log = FallbackLog()
        var report = ServiceReport()
        var progress = Progress(request.texts)
        var asked = 0
        for link in links where asked == log.errors.count || !progress.open.isEmpty {
            asked += 1
            let attemptsBefore = log.attempts.count
            do {
                var part = request
                part.texts = progress.open.map { request.texts[$0] }
                var response = try await attempt(link, &log) { try await $0.translateAll(part) }
                let errors = take(response.results, from: link.base.descriptor.id, &progress)
                Self.mark(&response.report, errors: errors, of: part.texts.count)
                report.attempts += response.report.attempts
                report.notices += response.report.notices
            } catch {
                report.attempts += log.attempts.dropFirst(attemptsBefore)
                for index in progress.open {
                    progress.errors[index].append(error)
                    progress.results[index] = Self.better(progress.results[index], .failure(error))
                }
                guard policy.goesOn(after: error) else { break }
            }
        }
        if log.errors.count == asked { throw log.error(service: .translation) }
        if isCounted {
            for (errors, result) in zip(progress.errors, progress.results) {
                ledger?.record(errors, .translation, answer: try? result?.get().provider)
            }
        }
        return TranslationResponse(results: request.texts.indices.map(progress.result), report: report)
    }

    /// Stores a member's results.
    ///
    /// - Returns: The errors for the texts that it did not translate.
    private func take(
        _ results: [Result<Translation, ServiceError>],
        from id: ProviderID,
        _ progress: inout Progress
    ) -> [ServiceError] {
        var left: [Int] = []
        var errors: [ServiceError] = []
        for (index, result) in zip(progress.open, results) {
            var named = result.mapError { ServiceError($0, provider: id) }
            if case .success(let translation) = named, BlankText.isBlank(translation.text),
                !BlankText.isBlank(progress.texts[index])
            {
                named = .failure(ServiceError(.notFound, "the translation is empty", provider: id))
            }
            progress.results[index] = Self.better(progress.results[index], named)
            switch named {
            case .success(let translation) where translation.quality == .guess:
                left.append(index)
                let guess = ServiceError(.notFound, "its answer is only a guess", provider: id)
                progress.errors[index].append(guess)
            case .success: break
            case .failure(let error):
                errors.append(error)
                progress.errors[index].append(error)
                if policy.goesOn(after: error) { left.append(index) }
            }
        }
        progress.open = left
        return errors
    }

    private func improveGlosses(
        _ response: inout TranslationResponse,
        _ request: TranslationRequest
    ) async throws(ServiceError) {
        var indices: [LanguageTag: [Int]] = [:]
        for (index, result) in response.results.enumerated() {
            guard case .success(let found) = result, found.match?.step == .gloss, let source = found.source else {
                continue
            }
            indices[source, default: []].append(index)
        }
        for (source, indices) in indices.sorted(by: { $0.key.text < $1.key.text }) {
            var again = request
            again.source = source
            again.texts = indices.map { request.texts[$0] }
            let second: TranslationResponse
            do {
                second = try await pass(again, isCounted: false)
            } catch {
                let known = ServiceError(error)
                if known.code == .cancelled { throw known }
                // The glosses are kept.
                continue
            }
            response.report.attempts += second.report.attempts
            for (index, result) in zip(indices, second.results) {
                guard case .success(var better) = result, better.quality < .gloss else { continue }
                better.source = source
                response.results[index] = .success(better)
            }
        }
    }

    /// Replaces a translation that is worse than the request accepts.
    private func accepted(
        _ result: Result<Translation, ServiceError>,
        _ request: TranslationRequest
    ) -> Result<Translation, ServiceError> {
        guard case .success(let found) = result, let worst = request.worstQuality, found.quality > worst else {
            return result
        }
        let what =
            switch found.quality {
            case .guess: "there is only a guess, from the similar word '\(found.match?.headword ?? "")'"
            case .gloss: "there is only a word-by-word translation"
            case .exact, .lemma, .machine: "there is only a translation of the quality '\(found.quality.rawValue)'"
            }
        var error = ServiceError(.notFound, what, provider: found.provider)
        error.remedy =
            found.quality == .guess
            ? "did you mean '\(found.match?.headword ?? "")'?" : "accept it with '--accept \(found.quality.rawValue)'"
        error.report = ServiceReport(attempts: found.attempts)
        return .failure(error)
    }

    /// Records in the report that a provider left texts untranslated, with the error for the first of them.
    private static func mark(_ report: inout ServiceReport, errors: [ServiceError], of count: Int) {
        guard let first = errors.first(where: { !$0.code.isMiss }) ?? errors.first else { return }
        report.note(errors.count < count ? .partlyAnswered : first.code.isMiss ? .missed : .failed, first)
    }

    /// The better of two results: a translation is better than an error, a failure better than a miss, and the first of
    /// two translations better than one of the same or a worse quality.
    ///
    /// Of two misses, the later one is better if it has a remedy, since it may contain a suggestion for a misspelt
    /// text.
    private static func better(
        _ old: Result<Translation, ServiceError>?,
        _ new: Result<Translation, ServiceError>
    ) -> Result<Translation, ServiceError> {
        switch (old, new) {
        case (.success(let first)?, .success(let second)):
            return second.quality < first.quality ? new : .success(first)
        case (.success(let first)?, .failure): return .success(first)
        case (nil, _), (.failure?, .success): return new
        case (.failure(let oldError)?, .failure(let newError)):
            let isLaterMiss = oldError.code == .notFound && newError.code == .notFound && newError.remedy != nil
            let isFirstBroken = oldError.code.isMiss && !newError.code.isMiss
            var kept = isLaterMiss || isFirstBroken ? newError : oldError
            // Whichever error is kept, a retry may be billed again.
            kept.outcomeUnknown = oldError.outcomeUnknown || newError.outcomeUnknown
            return .failure(kept)
        }
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
    ///
    /// Sentences in which the word is not marked are omitted. `ExampleSentence.Quality.generic` sentences are returned
    /// only if no member has better ones.
    public func sentences(for request: SentenceRequest) async throws -> SentenceResponse {
        try await firstReported(isLastResort: { $0.sentences.first?.quality == .generic }) { member in
            var response = try await member.sentences(for: request)
            response.sentences.removeAll { !Self.isAccepted($0, request) }
            if response.sentences.isEmpty { throw Self.nothingAccepted(request) }
            return response
        }
    }

    /// The sentences from the first member that has any, as a stream; see ``sentences(for:)``.
    ///
    /// The policy applies if a member fails before its first sentence; after that, a failure is thrown.
    public func sentenceStream(for request: SentenceRequest) async throws -> SentenceStream {
        let (primed, log) = try await firstAnswer { (primed: PrimedStream<SentenceEvent>) in
            primed.content?.sentence?.quality == .generic
        } _: { member in
            let stream = try await member.sentenceStream(for: request).filter { event in
                event.sentence.map { Self.isAccepted($0, request) } ?? true
            }
            let primed = try await PrimedStream(stream)
            if primed.content == nil { throw Self.nothingAccepted(request) }
            return primed
        }
        return log.stream(primed)
    }

    private static func isAccepted(_ sentence: ExampleSentence, _ request: SentenceRequest) -> Bool {
        !sentence.wordRanges.isEmpty && (request.worstQuality.map { sentence.quality <= $0 } ?? true)
    }

    private static func nothingAccepted(_ request: SentenceRequest) -> ServiceError {
        guard request.worstQuality != nil else { return ServiceError(.notFound, "no sentence contains the word") }
        return ServiceError(
            .notFound,
            "there are only sentences that suit any word",
            remedy: "accept them with '--accept generic'"
        )
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
