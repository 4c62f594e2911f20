public import HTTPTransport
public import LanguageServices
import RemoteService

/// Example sentences from a language model: a network service, or a local server with a compatible API.
///
/// Every sentence is checked before it is returned. It must be one complete sentence in the language, without markup or
/// remarks, must contain the word in one of its forms, and must not duplicate another sentence. If a sentence fails a
/// check, the model is given the reason and asked once for a better one. If that one fails too, the sentence is
/// omitted. The word and its details are sent as data in a separate message, without control tokens.
///
/// Failed requests are not retried here, but by policies. `docs/how-to/remote-sentences.md` lists the data sent to each
/// service.
public struct RemoteSentences: SentenceProvider {
    /// The provider's metadata. Its version identifies everything that affects the results: dialect, address, model and
    /// prompt.
    public let descriptor: ProviderDescriptor

    private let session: ModelSession
    private let clock: ServiceClock

    /// Creates a provider. Nothing is sent before the first request.
    ///
    /// - Parameters:
    ///   - id: The name under which to register the provider.
    ///   - settings: The model and the connection settings.
    ///   - transport: Sends the requests.
    ///   - clock: The clock used for reports.
    ///   - gate: Enforces the user's request limits.
    /// - Throws: `ServiceError.Code.configuration` if the settings are invalid or incomplete.
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

    /// Ready if requests can be sent. Neither is the service contacted nor a model loaded.
    public func status() async -> ProviderStatus { session.remote.status }

    /// Writes sentences with the model.
    ///
    /// - Throws: `ServiceError`: errors from the service or the network; `notFound` if no sentence passed the checks or
    ///   the model declined; `protocolViolation` if the response has the wrong format.
    public func sentences(for request: SentenceRequest) async throws -> SentenceResponse {
        try await sentenceStream(for: request).collect()
    }

    /// Streams sentences as the model writes them. The request is sent when the first sentence is pulled.
    ///
    /// If a stream is interrupted after at least one sentence, it ends with a report on the missing sentences.
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

    /// Writes a lesson with the model: explanations, sentences and questions.
    ///
    /// Each part is checked separately. If a part fails, the model is given the reason and asked once for a better one.
    /// If that one fails too, the part is omitted.
    ///
    /// - Throws: `ServiceError`: errors from the service or the network before anything was written; `notFound` if no
    ///   part passed the checks or the model declined.
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

    /// The language of a request, after a check that the model supports both it and the second language.
    private func checked(_ language: LanguageTag?, _ other: LanguageTag?) throws(ServiceError) -> LanguageTag {
        guard let language else {
            throw ServiceError(
                .invalidRequest,
                "no language given",
                remedy: "specify the language of the words"
            )
        }
        try session.checkLanguage(language)
        if let other { try session.checkLanguage(other) }
        return language
    }

    /// Later requests fail; requests in progress are not interrupted.
    public func shutdown() async { session.remote.shutDown() }
}

extension RemoteSentences {
    /// The `http-sentences` provider kind, to register with a `ServiceRegistry`.
    public static let kind = ProviderKind.remote(
        name: kindName,
        service: .sentences,
        summary: "Example sentences from a language model: OpenAI and compatible servers, Anthropic, Ollama",
        options: [
            .dialect(RemoteSentencesDialect.self),
            OptionDescription("model", .string, "The name of the model", isRequired: true),
            .url, .key,
            OptionDescription("promptFile", .string, "A file with a custom prompt"),
            OptionDescription(
                "lessonPromptFile",
                .string,
                "A file with a custom prompt for lessons",
                affectsAnswers: false
            ),
            OptionDescription("languages", .languageTags, "The model's languages; default: a built-in list"),
            OptionDescription(
                "temperature",
                .number(RemoteSentencesSettings.temperatures),
                "The sampling temperature; default: 0.7"
            ),
            OptionDescription(
                "maxTokens",
                .integer(RemoteSentencesSettings.tokens),
                "The maximum number of tokens per response; default: 1000 plus 400 per sentence",
                affectsAnswers: false
            ),
            OptionDescription(
                "stream",
                .boolean,
                "false if the server does not support streaming",
                affectsAnswers: false
            ),
            .requestSeconds("The maximum number of seconds without data; default: 180"),
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
