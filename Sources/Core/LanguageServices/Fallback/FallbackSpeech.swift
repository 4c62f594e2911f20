/// Speech providers asked in order, until one speaks.
///
/// A provider that fails before its first audio is passed over as the policy says. Once audio has reached the caller
/// there is no way back, and a failure is thrown.
public struct FallbackSpeech: SpeechProvider {
    private let chain: Chain<any SpeechProvider>

    /// Creates a chain.
    public init(_ members: [any SpeechProvider], policy: FallbackPolicy = .passBroken, clock: ServiceClock = .system) {
        chain = Chain(service: .speech, links: members.map { ($0, $0) }, policy: policy, clock: clock)
    }

    /// A descriptor that names all members.
    public var descriptor: ProviderDescriptor { chain.descriptor }
    /// The best status among the members.
    public func status() async -> ProviderStatus { await chain.status() }
    /// Shuts every member down.
    public func shutdown() async { await chain.shutdown() }

    /// The voices of all members that can tell, member by member.
    ///
    /// - Throws: ``ServiceError`` when no member can.
    public func voices(matching query: VoiceQuery) async throws -> [Voice] {
        try await chain.allAnswers { try await $0.voices(matching: query) }
    }

    /// Speaks with the first member that can.
    public func synthesize(_ request: SpeechRequest) async throws -> SpeechStream {
        let (primed, log) = try await chain.firstAnswer { try await PrimedStream($0.synthesize(request)) }
        let pull = primed.pull { event in
            guard case .report(let report) = event else { return event }
            return .report(log.report(before: report))
        } step: { operation in
            try await operation()
        }
        return SpeechStream(pulling: pull)
    }
}
