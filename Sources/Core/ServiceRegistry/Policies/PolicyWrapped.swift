public import LanguageServices

/// A provider that is called under a policy.
protocol PolicyWrapped: ForwardingProvider {
    var policy: any CallPolicy { get }
}

extension PolicyWrapped {
    /// The upstream's status, or why the policy lets no call through.
    func status() async -> ProviderStatus { await policy.status(of: forwarded) }

    /// Runs a call for a list under the policy.
    fileprivate func list<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await policy.call(descriptor.id, CallTrace(), body)
    }

    /// Runs a call under the policy, and completes the report of its answer.
    fileprivate func call<Answer: Reported>(
        characters: Int,
        _ body: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        let trace = CallTrace(characters: characters)
        var answer = try await policy.call(descriptor.id, trace, body)
        trace.complete(&answer.report)
        return answer
    }

    /// Runs a call under the policy that lasts until the first telling event of a stream; each step after it runs under
    /// ``CallPolicy/runStep(_:)``. So a provider that fails before anything was heard or read is tried again by a retry policy.
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

    /// The upstream's translations; a policy that makes calls again asks only for what failed.
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
    /// This provider, called under a policy; see ``CallPolicy``.
    public func applying(_ policy: some CallPolicy) -> some SpeechProvider {
        PolicyWrappedSpeech(upstream: self, policy: policy)
    }
}

extension TranslationProvider {
    /// This provider, called under a policy; see ``CallPolicy``.
    public func applying(_ policy: some CallPolicy) -> some TranslationProvider {
        PolicyWrappedTranslation(upstream: self, policy: policy)
    }
}

extension SentenceProvider {
    /// This provider, called under a policy; see ``CallPolicy``.
    public func applying(_ policy: some CallPolicy) -> some SentenceProvider {
        PolicyWrappedSentences(upstream: self, policy: policy)
    }
}

extension FeedbackProvider {
    /// This provider, called under a policy; see ``CallPolicy``.
    public func applying(_ policy: some CallPolicy) -> some FeedbackProvider {
        PolicyWrappedFeedback(upstream: self, policy: policy)
    }
}

extension ServiceProvider {
    /// This provider, called under a policy, whatever its service is.
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
