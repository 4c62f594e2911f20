public import HTTPTransport
public import LanguageServices
import RemoteService

/// Example sentences by a language model on a network, or by a server on this machine that speaks like one.
///
/// Nothing that a model writes is given out before it was looked at: whether it is one whole sentence in the language, without
/// markup and talk, holds the word in one of its forms, and is no copy of another. What fails is asked for once more with the
/// reason; then it is left out. The word and what is known of it go as data into a message of their own, without control tokens.
///
/// Nothing is sent again because it failed: that is what policies are for. `docs/how-to/remote-sentences.md` says what each service gets
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
        let remote = RemoteSession(transport: transport, gate: gate)
        session = try id.naming { try ModelSession(settings, remote: remote) }
        descriptor = ProviderDescriptor(
            id: id,
            kind: Self.kindName,
            version: session.dialect.service.version(
                settings.dialect,
                settings.model,
                "prompt \(session.prompt.name)"
            ),
            service: .sentences,
            locality: .network
        )
        self.clock = clock
    }

    static let kindName = "http-sentences"

    /// Ready when requests can be sent at all; the service itself is not asked, and nothing is loaded.
    public func status() async -> ProviderStatus { session.remote.status }

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
            try session.remote.checkReady()
            try request.validate()
            let language = try checked(request.language, request.targetLanguage)
            let order = try SentencePromptInput(request, language: language)
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
            try session.remote.checkReady()
            try request.validate()
            let language = try checked(request.language, request.meaningLanguage)
            return try await LessonRun(
                request: request,
                language: language,
                session: session,
                provider: descriptor.id,
                clock: clock
            ).lesson()
        } catch {
            throw ServiceError(error, provider: descriptor.id)
        }
    }

    /// The language of a request, when the model is known to write it and the other one.
    private func checked(_ language: LanguageTag?, _ other: LanguageTag?) throws(ServiceError) -> LanguageTag {
        guard let language else {
            throw ServiceError(
                .invalidRequest,
                "the request names no language",
                remedy: "name the language of the words"
            )
        }
        try session.checkLanguage(language)
        if let other { try session.checkLanguage(other) }
        return language
    }

    /// A later request fails; what is under way is not cut off.
    public func shutdown() async { session.remote.shutDown() }
}

extension RemoteSentences {
    /// The kind `http-sentences`, for a registry.
    public static let kind = ProviderKind.remote(
        name: kindName,
        service: .sentences,
        summary: "Example sentences by a language model: OpenAI and servers that speak like it, Anthropic, Ollama",
        options: [
            .dialect(RemoteSentencesDialect.self),
            OptionDescription("model", .string, "The name of the model", isRequired: true),
            .url, .key,
            OptionDescription("promptFile", .string, "A file with a prompt of your own"),
            OptionDescription(
                "lessonPromptFile",
                .string,
                "A file with a prompt of your own for lessons",
                affectsAnswers: false
            ),
            OptionDescription("languages", .languageTags, "The languages of the model, instead of the usual ones"),
            OptionDescription(
                "temperature",
                .number(RemoteSentencesSettings.temperatures),
                "How much chance there is; 0.7"
            ),
            OptionDescription(
                "maxTokens",
                .integer(RemoteSentencesSettings.tokens),
                "How many tokens an answer may have; 1000, and 400 more for each sentence",
                affectsAnswers: false
            ),
            OptionDescription(
                "stream",
                .boolean,
                "false for a server that cannot send an answer while writing it",
                affectsAnswers: false
            ),
            .requestSeconds("How long nothing may come of an answer; 180"),
        ] + OptionDescription.tokenBudgets(),
        settings: settings,
        provider: RemoteSentences.init
    )

    private static func settings(_ context: ProviderContext) throws(ServiceError) -> RemoteSentencesSettings {
        let options = context.options
        var settings = RemoteSentencesSettings(
            dialect: try context.dialect(),
            model: try options.string("model") ?? "",
            url: try options.string("url"),
            key: try options.secret("key")
        )
        settings.languages = try options.languageTags("languages")
        settings.temperature = try options.number("temperature")
        settings.maxTokens = try options.integer("maxTokens")
        settings.streams = try options.boolean("stream") ?? true
        settings.requestTime = try context.requestTime
        settings.prompt = try context.prompt("promptFile")
        settings.lessonPrompt = try context.prompt("lessonPromptFile")
        return settings
    }
}
