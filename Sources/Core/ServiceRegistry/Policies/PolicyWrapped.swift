public import LanguageServices

/// A provider that is called under a policy.
protocol PolicyWrapped: ForwardingProvider {
    var policy: any CallPolicy { get }
}

extension PolicyWrapped {
    /// The upstream's status, or the reason why the policy rejects calls.
    func status() async -> ProviderStatus { await policy.status(of: forwarded) }

    /// Runs a call that returns a list under the policy.
    fileprivate func list<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await policy.call(descriptor.id, CallTrace(), body)
    }

    /// Runs a call under the policy and completes the report of its answer.
    fileprivate func call<Answer: Reported>(
        characters: Int,
        _ body: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        let trace = CallTrace(characters: characters)
        var answer = try await policy.call(descriptor.id, trace, body)
        trace.complete(&answer.report)
        return answer
    }

    /// Runs a call under the policy up to the first content event of a stream. Each subsequent step runs under
    /// ``CallPolicy/runStep(_:)``. A retry policy can therefore repeat a call that fails before its first audio or
    /// sentence.
    fileprivate func stream<Event>(
        characters: Int,
        _ body: @escaping @Sendable () async throws -> ServiceStream<Event>
    ) async throws -> ServiceStream<Event> where Event: ReportedEvent {
        let trace = CallTrace(characters: characters)
        let primed = try await policy.call(descriptor.id, trace) { try await PrimedStream(body()) }
        return policy.stream(primed, of: descriptor.id, trace)
    }
}

struct PolicyWrappedSpeech: ForwardingSpeechProvider, PolicyWrapped {
    let upstream: any SpeechProvider
    let policy: any CallPolicy

    func voices(matching query: VoiceQuery) async throws -> [Voice] {
        try await list { [upstream] in try await upstream.voices(matching: query) }
    }

    func synthesize(_ request: SpeechRequest) async throws -> SpeechStream {
        try await stream(characters: request.text.unicodeScalars.count) { [upstream] in
            try await upstream.synthesize(request)
        }
    }
}

struct PolicyWrappedTranslation: ForwardingTranslationProvider, PolicyWrapped {
    let upstream: any TranslationProvider
    let policy: any CallPolicy

    func languagePairs() async throws -> [LanguagePair] {
        try await list { [upstream] in try await upstream.languagePairs() }
    }

    /// The upstream's translations. A policy that retries resends only the failed texts.
    func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
        let trace = CallTrace(characters: request.texts.reduce(0) { $0 + $1.unicodeScalars.count })
        let work = RepeatedTranslation(request, policy)
        var response: TranslationResponse
        do {
            response = try await policy.call(descriptor.id, trace) { [upstream] in try await work.ask(upstream) }
        } catch {
            guard let part = work.partialResponse(despite: error) else { throw error }
            response = part
        }
        trace.complete(&response.report)
        return response
    }
}

struct PolicyWrappedSentences: ForwardingSentenceProvider, PolicyWrapped {
    let upstream: any SentenceProvider
    let policy: any CallPolicy

    func sentences(for request: SentenceRequest) async throws -> SentenceResponse {
        try await call(characters: request.word.unicodeScalars.count) { [upstream] in
            try await upstream.sentences(for: request)
        }
    }

    func sentenceStream(for request: SentenceRequest) async throws -> SentenceStream {
        try await stream(characters: request.word.unicodeScalars.count) { [upstream] in
            try await upstream.sentenceStream(for: request)
        }
    }

    func lesson(for request: LessonRequest) async throws -> WrittenLesson {
        try await call(characters: request.words.reduce(0) { $0 + $1.text.unicodeScalars.count }) { [upstream] in
            try await upstream.lesson(for: request)
        }
    }
}

struct PolicyWrappedFeedback: ForwardingFeedbackProvider, PolicyWrapped {
    let upstream: any FeedbackProvider
    let policy: any CallPolicy

    func play(_ request: FeedbackRequest) async throws -> FeedbackHandle {
        try await call(characters: 0) { [upstream] in try await upstream.play(request) }
    }
}

extension SpeechProvider {
    /// Wraps this provider in a policy; see ``CallPolicy``.
    public func applying(_ policy: some CallPolicy) -> some SpeechProvider {
        PolicyWrappedSpeech(upstream: self, policy: policy)
    }
}

extension TranslationProvider {
    /// Wraps this provider in a policy; see ``CallPolicy``.
    public func applying(_ policy: some CallPolicy) -> some TranslationProvider {
        PolicyWrappedTranslation(upstream: self, policy: policy)
    }
}

extension SentenceProvider {
    /// Wraps this provider in a policy; see ``CallPolicy``.
    public func applying(_ policy: some CallPolicy) -> some SentenceProvider {
        PolicyWrappedSentences(upstream: self, policy: policy)
    }
}

extension FeedbackProvider {
    /// Wraps this provider in a policy; see ``CallPolicy``.
    public func applying(_ policy: some CallPolicy) -> some FeedbackProvider {
        PolicyWrappedFeedback(upstream: self, policy: policy)
    }
}

extension ServiceProvider {
    /// Wraps this provider in a policy, for every service.
    func wrapped(in policy: some CallPolicy) -> any ServiceProvider {
        switch self {
        case let provider as any SpeechProvider: provider.applying(policy)
        case let provider as any TranslationProvider: provider.applying(policy)
        case let provider as any SentenceProvider: provider.applying(policy)
        case let provider as any FeedbackProvider: provider.applying(policy)
        default: self
        }
    }
}
