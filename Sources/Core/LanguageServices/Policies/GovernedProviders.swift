/// A speech provider that is called under a policy.
///
/// A call covers everything up to the first audio, so a provider that fails before anything was heard is tried again
/// by a retry policy; after that each step runs under ``CallPolicy/runStep(_:)``.
public struct GovernedSpeech<Upstream: SpeechProvider, Policy: CallPolicy>: SpeechProvider {
    private let upstream: Upstream
    private let policy: Policy

    /// Puts `policy` around `upstream`.
    public init(upstream: Upstream, policy: Policy) {
        self.upstream = upstream
        self.policy = policy
    }

    /// What the upstream says of itself.
    public var descriptor: ProviderDescriptor { upstream.descriptor }
    /// The upstream's status, or why the policy lets no call through.
    public func status() async -> ProviderStatus { await policy.status(of: upstream) }
    /// Shuts the upstream down.
    public func shutdown() async { await upstream.shutdown() }

    /// The upstream's voices, asked for under the policy.
    public func voices(matching query: VoiceQuery) async throws -> [Voice] {
        try await policy.call(descriptor.id, CallTrace()) { [upstream] in try await upstream.voices(matching: query) }
    }

    /// The upstream's speech, made under the policy.
    public func synthesize(_ request: SpeechRequest) async throws -> SpeechStream {
        let trace = CallTrace()
        let primed = try await policy.call(descriptor.id, trace) { [upstream] in
            try await PrimedStream(upstream.synthesize(request))
        }
        let pull = primed.pull { event in
            guard case .report(var report) = event else { return event }
            trace.complete(&report)
            return .report(report)
        } step: { [policy, id = descriptor.id] operation in
            try await policy.step(of: id, operation)
        }
        return SpeechStream(pulling: pull)
    }
}

/// A translation provider that is called under a policy.
public struct GovernedTranslation<Upstream: TranslationProvider, Policy: CallPolicy>: TranslationProvider {
    private let upstream: Upstream
    private let policy: Policy

    /// Puts `policy` around `upstream`.
    public init(upstream: Upstream, policy: Policy) {
        self.upstream = upstream
        self.policy = policy
    }

    /// What the upstream says of itself.
    public var descriptor: ProviderDescriptor { upstream.descriptor }
    /// The upstream's status, or why the policy lets no call through.
    public func status() async -> ProviderStatus { await policy.status(of: upstream) }
    /// Shuts the upstream down.
    public func shutdown() async { await upstream.shutdown() }

    /// The upstream's pairs, asked for under the policy.
    public func languagePairs() async throws -> [LanguagePair] {
        try await policy.call(descriptor.id, CallTrace()) { [upstream] in try await upstream.languagePairs() }
    }

    /// The upstream's translations, made under the policy; a policy that makes calls again asks only for what failed.
    public func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
        let trace = CallTrace()
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

/// A sentence provider that is called under a policy.
public struct GovernedSentences<Upstream: SentenceProvider, Policy: CallPolicy>: SentenceProvider {
    private let upstream: Upstream
    private let policy: Policy

    /// Puts `policy` around `upstream`.
    public init(upstream: Upstream, policy: Policy) {
        self.upstream = upstream
        self.policy = policy
    }

    /// What the upstream says of itself.
    public var descriptor: ProviderDescriptor { upstream.descriptor }
    /// The upstream's status, or why the policy lets no call through.
    public func status() async -> ProviderStatus { await policy.status(of: upstream) }
    /// Shuts the upstream down.
    public func shutdown() async { await upstream.shutdown() }

    /// The upstream's sentences, written under the policy.
    public func sentences(for request: SentenceRequest) async throws -> SentenceResponse {
        let trace = CallTrace()
        var response = try await policy.call(descriptor.id, trace) { [upstream] in
            try await upstream.sentences(for: request)
        }
        trace.complete(&response.report)
        return response
    }

    /// The upstream's sentences as they come; the call lasts until the first one, and each step after it runs under
    /// ``CallPolicy/runStep(_:)``.
    public func sentenceStream(for request: SentenceRequest) async throws -> SentenceStream {
        let trace = CallTrace()
        let primed = try await policy.call(descriptor.id, trace) { [upstream] in
            try await PrimedStream(upstream.sentenceStream(for: request))
        }
        let pull = primed.pull { event in
            guard case .report(var report) = event else { return event }
            trace.complete(&report)
            return .report(report)
        } step: { [policy, id = descriptor.id] operation in
            try await policy.step(of: id, operation)
        }
        return SentenceStream(pulling: pull)
    }

    /// The upstream's lesson, written under the policy.
    public func lesson(for request: LessonRequest) async throws -> WrittenLesson {
        let trace = CallTrace()
        var lesson = try await policy.call(descriptor.id, trace) { [upstream] in
            try await upstream.lesson(for: request)
        }
        trace.complete(&lesson.report)
        return lesson
    }
}

/// A feedback provider that is called under a policy.
public struct GovernedFeedback<Upstream: FeedbackProvider, Policy: CallPolicy>: FeedbackProvider {
    private let upstream: Upstream
    private let policy: Policy

    /// Puts `policy` around `upstream`.
    public init(upstream: Upstream, policy: Policy) {
        self.upstream = upstream
        self.policy = policy
    }

    /// What the upstream says of itself.
    public var descriptor: ProviderDescriptor { upstream.descriptor }
    /// The upstream's status, or why the policy lets no call through.
    public func status() async -> ProviderStatus { await policy.status(of: upstream) }
    /// Shuts the upstream down.
    public func shutdown() async { await upstream.shutdown() }

    /// The upstream's feedback, started under the policy.
    public func play(_ request: FeedbackRequest) async throws -> FeedbackHandle {
        let trace = CallTrace()
        var handle = try await policy.call(descriptor.id, trace) { [upstream] in try await upstream.play(request) }
        trace.complete(&handle.report)
        return handle
    }
}

extension SpeechProvider {
    /// This provider, called under a policy; see ``CallPolicy``.
    public func applying<Policy: CallPolicy>(_ policy: Policy) -> GovernedSpeech<Self, Policy> {
        GovernedSpeech(upstream: self, policy: policy)
    }
}

extension TranslationProvider {
    /// This provider, called under a policy; see ``CallPolicy``.
    public func applying<Policy: CallPolicy>(_ policy: Policy) -> GovernedTranslation<Self, Policy> {
        GovernedTranslation(upstream: self, policy: policy)
    }
}

extension SentenceProvider {
    /// This provider, called under a policy; see ``CallPolicy``.
    public func applying<Policy: CallPolicy>(_ policy: Policy) -> GovernedSentences<Self, Policy> {
        GovernedSentences(upstream: self, policy: policy)
    }
}

extension FeedbackProvider {
    /// This provider, called under a policy; see ``CallPolicy``.
    public func applying<Policy: CallPolicy>(_ policy: Policy) -> GovernedFeedback<Self, Policy> {
        GovernedFeedback(upstream: self, policy: policy)
    }
}
