import LanguageServices

/// A translation provider with a cache. See `cached(in:reuse:)`. Alternatives are always requested, so a stored answer
/// can serve requests with or without them.
struct CachedTranslation: ForwardingTranslationProvider {
    let upstream: any TranslationProvider
    let caching: ResponseCaching

    /// Translates the texts that are not cached and merges the results with the cached ones.
    ///
    /// - Throws: The upstream's error if no text is cached.
    func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
        let start = caching.clock.now
        let provider = descriptor
        try ServiceError.checkCancellation(provider: provider.id)
        var request = request
        request.wantsAlternatives = true
        var answers = TranslationAnswers(request, CacheScope(descriptor: provider, settings: caching.settings))
        if caching.reuse == .usual {
            answers.take(await caching.store.responses(for: answers.differentKeys, of: .translation))
        }
        let open = answers.open
        guard !open.isEmpty || request.texts.isEmpty else {
            try ServiceError.checkCancellation(provider: provider.id)
            return answers.response(after: caching.clock.now - start)
        }
        var part = request
        part.texts = open.map { request.texts[$0.index] }
        let response: TranslationResponse
        do {
            response = try await upstream.translateAll(part)
        } catch {
            let known = ServiceError(error, provider: provider.id)
            guard known.code != .cancelled, answers.mayServe(instead: known) else { throw error }
            return answers.response(failing: known, after: caching.clock.now - start)
        }
        await caching.store.store(answers.new(response.results))
        return answers.response(with: response)
    }
}

/// The state of one request: its cached answers and the texts not yet translated.
struct TranslationAnswers {
    /// The key of a text that is not cached, and the text's first index.
    typealias Open = (index: Int, key: CacheKey)

    private let provider: ProviderDescriptor
    private let keys: [CacheKey]
    private var known: [CacheKey: Result<Translation, ServiceError>] = [:]
    private var stale: [CacheKey: Translation] = [:]

    /// The distinct keys of the texts.
    let differentKeys: [CacheKey]

    init(_ request: TranslationRequest, _ provider: CacheScope) {
        self.provider = provider.descriptor
        keys = CacheKey.translations(of: request, by: provider)
        var seen: Set<CacheKey> = []
        differentKeys = keys.filter { seen.insert($0).inserted }
    }

    /// Adds cached answers.
    mutating func take(_ responses: [CacheKey: StoredResponse]) {
        for (key, response) in responses {
            switch StoredAnswer(response.bytes) {
            case .translation(var translation):
                translation.cached = response.isStale ? .stale : .fresh
                if response.isStale { stale[key] = translation } else { known[key] = .success(translation) }
            case .miss(let error) where !response.isStale: known[key] = .failure(error)
            default: break
            }
        }
    }

    /// The texts that are not cached, in order, without duplicates.
    var open: [Open] {
        var seen: Set<CacheKey> = []
        return keys.indices.compactMap { index in
            let key = keys[index]
            return known[key] == nil && seen.insert(key).inserted ? (index, key) : nil
        }
    }

    /// Whether cached answers can be returned even though the provider failed.
    func mayServe(instead error: ServiceError) -> Bool {
        !known.isEmpty || error.code.isUnreachable && !stale.isEmpty
    }

    /// The results for the ``open`` texts that should be stored.
    func new(_ results: [Result<Translation, ServiceError>]) -> [CacheKey: NewResponse] {
        var new: [CacheKey: NewResponse] = [:]
        for (open, result) in zip(open, results) {
            let answer: StoredAnswer
            switch result {
            case .success(let translation): answer = .translation(translation)
            case .failure(let error) where error.code == .notFound: answer = .miss(error)
            case .failure: continue
            }
            new[open.key] = NewResponse(answer, of: provider)
        }
        return new
    }

    // MARK: Responses

    /// The response if every text is cached.
    func response(after duration: Duration) -> TranslationResponse {
        let results = keys.map { known[$0] ?? .failure(Self.nothing) }
        var report = ServiceReport.answered(by: provider.id, in: duration)
        report.noteCache(isHit: true, keys.count)
        let errors = results.compactMap(\.failure)
        if let first = errors.first { report.note(errors.count < results.count ? .partlyAnswered : .missed, first) }
        return TranslationResponse(results: results, report: report)
    }

    /// The response, including the provider's results for the ``open`` texts.
    func response(with response: TranslationResponse) -> TranslationResponse {
        var all = known
        var failure: ServiceError?
        var staleCount = 0
        for (open, result) in zip(open, response.results) {
            all[open.key] = result
            guard case .failure(let error) = result, error.code.isUnreachable, let old = stale[open.key] else {
                continue
            }
            all[open.key] = .success(old)
            failure = failure ?? error
            staleCount += 1
        }
        var report = response.report
        report.noteCache(isHit: false, keys.count { known[$0] != nil })
        if let failure {
            report.notices.append(ResponseCaching.notice(ofOld: staleCount, from: provider, after: failure))
        }
        return TranslationResponse(results: keys.map { all[$0] ?? .failure(Self.nothing) }, report: report)
    }

    /// The response after the provider failed: cached answers (expired answers too, if the provider could not be
    /// reached) and, for the other texts, the provider's error.
    func response(failing error: ServiceError, after duration: Duration) -> TranslationResponse {
        var results: [Result<Translation, ServiceError>] = []
        var staleKeys: Set<CacheKey> = []
        var itemError = error
        itemError.report = nil
        for key in keys {
            if let result = known[key] {
                results.append(result)
            } else if error.code.isUnreachable, let old = stale[key] {
                staleKeys.insert(key)
                results.append(.success(old))
            } else {
                results.append(.failure(itemError))
            }
        }
        var report = error.report ?? ServiceReport()
        if report.attempts.isEmpty {
            report.attempts = [ServiceReport.Attempt(provider: provider.id, error: error, duration: duration)]
        }
        report.noteCache(isHit: false, keys.count { known[$0] != nil || staleKeys.contains($0) })
        report.changeLast { $0.outcome = .partlyAnswered }
        if !staleKeys.isEmpty {
            report.notices.append(ResponseCaching.notice(ofOld: staleKeys.count, from: provider, after: error))
        }
        return TranslationResponse(results: results, report: report)
    }

    private static let nothing = ServiceError(.protocolViolation, "the provider returned no result for this text")
}

extension ServiceError.Code {
    /// Whether the provider could not be reached; such an error is not caused by the request.
    var isUnreachable: Bool { [.network, .timedOut, .unavailable].contains(self) }
}
