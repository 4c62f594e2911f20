/// Sentence providers asked in order, until one has a sentence.
public struct FallbackSentences: SentenceProvider {
    private let chain: Chain<any SentenceProvider>

    /// Creates a chain.
    public init(
        _ members: [any SentenceProvider],
        policy: FallbackPolicy = .passBroken,
        clock: ServiceClock = .system
    ) {
        chain = Chain(service: .sentences, links: members.map { ($0, $0) }, policy: policy, clock: clock)
    }

    /// A descriptor that names all members.
    public var descriptor: ProviderDescriptor { chain.descriptor }
    /// The best status among the members.
    public func status() async -> ProviderStatus { await chain.status() }
    /// Shuts every member down.
    public func shutdown() async { await chain.shutdown() }

    /// The sentences of the first member that has some.
    public func sentences(for request: SentenceRequest) async throws -> SentenceResponse {
        var (response, log) = try await chain.firstAnswer { try await $0.sentences(for: request) }
        response.report = log.report(before: response.report)
        return response
    }

    /// The sentences of the first member that has some, as they come.
    ///
    /// A member that fails before its first sentence is passed over as the policy says. Once a sentence has reached the caller
    /// there is no way back, and a failure is thrown.
    public func sentenceStream(for request: SentenceRequest) async throws -> SentenceStream {
        let (primed, log) = try await chain.firstAnswer { try await PrimedStream($0.sentenceStream(for: request)) }
        let pull = primed.pull { event in
            guard case .report(let report) = event else { return event }
            return .report(log.report(before: report))
        } step: { operation in
            try await operation()
        }
        return SentenceStream(pulling: pull)
    }

    /// The lesson of the first member that writes one.
    public func lesson(for request: LessonRequest) async throws -> WrittenLesson {
        var (lesson, log) = try await chain.firstAnswer { try await $0.lesson(for: request) }
        lesson.report = log.report(before: lesson.report)
        return lesson
    }
}
