public import HTTPTransport
public import LanguageServices
import RemoteService

/// Example sentences by a language model on a network, or by a server on this machine that speaks like one.
///
/// Nothing that a model writes is given out before it was looked at: whether it is one whole sentence in the language, without
/// markup and talk, holds the word in one of its forms, and is no copy of another. What fails is asked for once more with the
/// reason; then it is left out. The word and what is known of it go as data into a message of their own, without control tokens.
///
/// Nothing is sent again because it failed: that is what policies are for. `docs/remote-sentences.md` says what each service gets
/// to see.
public struct RemoteSentences: SentenceProvider {
    /// What the provider says of itself. The version tells apart what answers differently: dialect, address, model, prompt.
    public let descriptor: ProviderDescriptor

    private let session: ModelSession
    private let clock: ServiceClock

    /// Creates a provider. Nothing is sent before the first request.
    ///
    /// - Parameters:
    ///   - id: The name under which it is registered.
    ///   - settings: How the model is reached.
    ///   - transport: What sends requests.
    ///   - clock: The clock for reports.
    ///   - gate: Keeps the limits of the user on what is sent.
    /// - Throws: `ServiceError.Code.configuration` when the settings are wrong or incomplete.
    public init(
        id: ProviderID = "http-sentences",
        settings: RemoteSentencesSettings,
        transport: any HTTPTransport = CurlTransport(),
        clock: ServiceClock = .system,
        gate: RequestGate = .open
    ) throws(ServiceError) {
        let dialect: any SentenceDialect
        let prompt: SentencePrompt
        let lessonPrompt: LessonPrompt
        do throws(ServiceError) {
            dialect = try settings.makeDialect()
            prompt = try settings.makePrompt()
            lessonPrompt = try settings.makeLessonPrompt()
        } catch {
            throw ServiceError(error, provider: id)
        }
        let parts = [
            "1", settings.dialect.rawValue, TextHash.hexadecimal(dialect.service.address.text), settings.model,
            "prompt \(prompt.name)",
        ]
        descriptor = ProviderDescriptor(
            id: id,
            kind: Self.kindName,
            version: parts.joined(separator: " "),
            service: .sentences,
            locality: .network
        )
        self.clock = clock
        session = ModelSession(
            dialect,
            settings: settings,
            prompt: prompt,
            lessonPrompt: lessonPrompt,
            transport: transport,
            gate: gate
        )
    }

    static let kindName = "http-sentences"

    /// Ready when requests can be sent at all; the service itself is not asked, and nothing is loaded.
    public func status() async -> ProviderStatus {
        do throws(ServiceError) {
            try session.checkOpen()
        } catch {
            return .unavailable(reason: error.message, remedy: error.remedy)
        }
        guard session.transport is CurlTransport, let problem = CurlTransport.apparentProblem else { return .ready }
        return .unavailable(reason: problem.message, remedy: problem.remedy)
    }

    /// Sentences that a model writes.
    ///
    /// - Throws: `ServiceError`: what the service or the network says; `notFound` when no sentence was good enough, or when the
    ///   model declines; `protocolViolation` when the answer has not the form that was asked for.
    public func sentences(for request: SentenceRequest) async throws -> SentenceResponse {
        try await sentenceStream(for: request).collect()
    }

    /// Sentences as a model writes them. The service is asked when the first one is pulled.
    ///
    /// A stream that breaks off after a sentence ends with a report of what is missing.
    public func sentenceStream(for request: SentenceRequest) async throws -> SentenceStream {
        let start = clock.now
        do throws(ServiceError) {
            try session.checkOpen()
            if Task.isCancelled { throw ServiceError(.cancelled, "the request was cancelled") }
            try request.validate()
            guard let language = request.language else { throw Self.noLanguage }
            try session.checkLanguage(language)
            if let target = request.targetLanguage { try session.checkLanguage(target) }
            let order = try SentenceOrder(request, language: language)
            let run = SentenceRun(
                order,
                session: session,
                provider: descriptor.id,
                busy: clock.now - start,
                clock: clock
            )
            return SentenceStream { try await run.next() }
        } catch {
            throw ServiceError(error, provider: descriptor.id)
        }
    }

    /// A lesson that a model writes: explanations, sentences, questions.
    ///
    /// Every part is looked at by itself. What fails is asked for once more with the reason; then it is left out.
    ///
    /// - Throws: `ServiceError`: what the service or the network says before anything was written; `notFound` when no part was
    ///   good enough, or when the model declines.
    public func lesson(for request: LessonRequest) async throws -> WrittenLesson {
        do throws(ServiceError) {
            try session.checkOpen()
            if Task.isCancelled { throw ServiceError(.cancelled, "the request was cancelled") }
            try request.validate()
            guard let language = request.language else { throw Self.noLanguage }
            try session.checkLanguage(language)
            if let target = request.meaningLanguage { try session.checkLanguage(target) }
            let run = LessonRun(request, language: language, session: session, provider: descriptor.id, clock: clock)
            return try await run.lesson()
        } catch {
            throw ServiceError(error, provider: descriptor.id)
        }
    }

    private static let noLanguage = ServiceError(
        .invalidRequest,
        "the request names no language",
        remedy: "name the language of the words"
    )

    /// A later request fails; what is under way is not cut off.
    public func shutdown() async { session.shutDown() }
}
