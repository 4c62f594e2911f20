public import LanguageServices
import RemoteService

extension RemoteSentences {
    /// The kind `http-sentences`, for a registry.
    public static let kind = ProviderKind(
        name: kindName,
        service: .sentences,
        summary: "Example sentences by a language model: OpenAI and servers that speak like it, Anthropic, Ollama",
        locality: .network,
        options: [
            OptionDescription(
                "dialect",
                .choice(RemoteSentencesDialect.allCases.map(\.rawValue)),
                "Which service it is, or which one it speaks like",
                isRequired: true
            ),
            OptionDescription("model", .string, "The name of the model", isRequired: true),
            OptionDescription("url", .string, "The address of the service, when it is not the usual one"),
            OptionDescription("key", .secret, "The key that the service has given you"),
            OptionDescription("promptFile", .string, "A file with a prompt of your own"),
            OptionDescription(
                "lessonPromptFile",
                .string,
                "A file with a prompt of your own for lessons",
                changesAnswers: false
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
                changesAnswers: false
            ),
            OptionDescription(
                "stream",
                .boolean,
                "false for a server that cannot send an answer while writing it",
                changesAnswers: false
            ),
            OptionDescription(
                "requestSeconds",
                .number(0.1...3600),
                "How long nothing may come of an answer; 180",
                changesAnswers: false
            ),
            OptionDescription(
                "tokensPerDay",
                .integer(1...1_000_000_000_000),
                "How many tokens the model may read and write in a day (UTC)",
                changesAnswers: false
            ),
            OptionDescription(
                "tokensPerMonth",
                .integer(1...1_000_000_000_000),
                "How many tokens the model may read and write in a month",
                changesAnswers: false
            ),
        ],
        make: { context in
            try RemoteSentences(
                id: context.id,
                settings: try settings(context),
                clock: context.clock,
                gate: context.gate
            )
        }
    )

    private static func settings(_ context: ProviderContext) throws(ServiceError) -> RemoteSentencesSettings {
        let options = context.options
        guard let dialect = try options.string("dialect").flatMap(RemoteSentencesDialect.init) else {
            throw ServiceError(.configuration, "\(options.owner) needs the option 'dialect'", provider: context.id)
        }
        var settings = RemoteSentencesSettings(
            dialect: dialect,
            model: try options.string("model") ?? "",
            url: try options.string("url"),
            key: try options.secret("key")
        )
        settings.languages = try options.languageTags("languages")
        settings.temperature = try options.number("temperature")
        settings.maxTokens = try options.integer("maxTokens")
        settings.streams = try options.boolean("stream") ?? true
        settings.requestTime = try options.number("requestSeconds").map { .seconds($0) }
        if let path = try options.string("promptFile") { settings.prompt = try OwnPrompt.read(path, for: context.id) }
        if let path = try options.string("lessonPromptFile") {
            settings.lessonPrompt = try OwnPrompt.read(path, for: context.id)
        }
        return settings
    }
}
