public import LanguageServices

/// A provider that is called under a policy.
public protocol PolicyWrapped: ForwardingProvider {
    /// What each call runs under.
    var policy: any CallPolicy { get }
}

extension PolicyWrapped {
    /// The upstream's status, or why the policy lets no call through.
    public func status() async -> ProviderStatus { await policy.status(of: forwarded) }

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
}

/// A speech provider that is called under a policy.
///
/// A call covers everything up to the first audio, so a provider that fails before anything was heard is tried again
/// by a retry policy; after that each step runs under ``CallPolicy/runStep(_:)``.
public struct PolicyWrappedSpeech: ForwardingSpeechProvider, PolicyWrapped {
    /// The wrapped provider.
    public let upstream: any SpeechProvider
    /// What each call runs under.
    public let policy: any CallPolicy

    /// The upstream's voices, asked for under the policy.
    public func voices(matching query: VoiceQuery) async throws -> [Voice] {
        try await policy.call(descriptor.id, CallTrace()) { [upstream] in try await upstream.voices(matching: query) }
    }

    /// The upstream's speech, made under the policy.
    public func synthesize(_ request: SpeechRequest) async throws -> SpeechStream {
        let trace = CallTrace(characters: request.text.unicodeScalars.count)
        let primed = try await policy.call(descriptor.id, trace) { [upstream] in
            try await PrimedStream(upstream.synthesize(request))
        }
        return SpeechStream(pulling: policy.pull(primed, of: descriptor.id, trace))
    }
}

/// A translation provider that is called under a policy.
public struct PolicyWrappedTranslation: ForwardingTranslationProvider, PolicyWrapped {
    /// The wrapped provider.
    public let upstream: any TranslationProvider
    /// What each call runs under.
    public let policy: any CallPolicy

    /// The upstream's pairs, asked for under the policy.
    public func languagePairs() async throws -> [LanguagePair] {
        try await policy.call(descriptor.id, CallTrace()) { [upstream] in try await upstream.languagePairs() }
    }

    /// The upstream's translations, made under the policy; a policy that makes calls again asks only for what failed.
    public func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
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

/// A sentence provider that is called under a policy.
public struct PolicyWrappedSentences: ForwardingSentenceProvider, PolicyWrapped {
    /// The wrapped provider.
    public let upstream: any SentenceProvider
    /// What each call runs under.
    public let policy: any CallPolicy

    /// The upstream's sentences, written under the policy.
    public func sentences(for request: SentenceRequest) async throws -> SentenceResponse {
        try await call(characters: request.word.unicodeScalars.count) { [upstream] in
            try await upstream.sentences(for: request)
        }
    }

    /// The upstream's sentences as they come; the call lasts until the first one, and each step after it runs under
    /// ``CallPolicy/runStep(_:)``.
    public func sentenceStream(for request: SentenceRequest) async throws -> SentenceStream {
        let trace = CallTrace(characters: request.word.unicodeScalars.count)
        let primed = try await policy.call(descriptor.id, trace) { [upstream] in
            try await PrimedStream(upstream.sentenceStream(for: request))
        }
        return SentenceStream(pulling: policy.pull(primed, of: descriptor.id, trace))
    }

    /// The upstream's lesson, written under the policy.
    public func lesson(for request: LessonRequest) async throws -> WrittenLesson {
        try await call(characters: request.words.reduce(0) { $0 + $1.text.unicodeScalars.count }) { [upstream] in
            try await upstream.lesson(for: request)
        }
    }
}

/// A feedback provider that is called under a policy.
public struct PolicyWrappedFeedback: ForwardingFeedbackProvider, PolicyWrapped {
    /// The wrapped provider.
    public let upstream: any FeedbackProvider
    /// What each call runs under.
    public let policy: any CallPolicy

    /// The upstream's feedback, started under the policy.
    public func play(_ request: FeedbackRequest) async throws -> FeedbackHandle {
        try await call(characters: 0) { [upstream] in try await upstream.play(request) }
    }
}

extension SpeechProvider {
    /// This provider, called under a policy; see ``CallPolicy``.
    public func applying(_ policy: some CallPolicy) -> PolicyWrappedSpeech {
        PolicyWrappedSpeech(upstream: self, policy: policy)
    }
}

extension TranslationProvider {
    /// This provider, called under a policy; see ``CallPolicy``.
    public func applying(_ policy: some CallPolicy) -> PolicyWrappedTranslation {
        PolicyWrappedTranslation(upstream: self, policy: policy)
    }
}

extension SentenceProvider {
    /// This provider, called under a policy; see ``CallPolicy``.
    public func applying(_ policy: some CallPolicy) -> PolicyWrappedSentences {
        PolicyWrappedSentences(upstream: self, policy: policy)
    }
}

extension FeedbackProvider {
    /// This provider, called under a policy; see ``CallPolicy``.
    public func applying(_ policy: some CallPolicy) -> PolicyWrappedFeedback {
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
