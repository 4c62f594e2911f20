import HTTPTransport
public import LanguageServices
import RemoteService

extension RemoteTranslation {
    /// The kind `http-translation`, for a registry.
    public static let kind = ProviderKind(
        name: kindName,
        service: .translation,
        summary:
            "Translation by a service: LibreTranslate, DeepL, Google, Microsoft, Apertium, a model",
        locality: .network,
        options: [
            .dialect(RemoteTranslationDialect.self), .url, .key,
            OptionDescription("region", .string, "microsoft: the region of the resource, such as westeurope"),
            OptionDescription("model", .string, "openai: the name of the model"),
            OptionDescription("promptFile", .string, "openai: a file with a prompt of your own"),
            OptionDescription("rich", .boolean, "openai: remarks, alternatives and difficulty with every translation"),
            OptionDescription(
                "level",
                .choice(LearnerLevel.allCases.map(\.rawValue)),
                "openai: how well the reader knows the language to translate to"
            ),
            OptionDescription(
                "stream",
                .boolean,
                "openai: false for a server that cannot send an answer while writing it"
            ),
            OptionDescription("languages", .strings, "openai: the languages of the model, instead of the usual ones"),
            .requestSeconds("How long the service may take for one request; 60, and 180 for openai"),
        ] + OptionDescription.tokenBudgets(for: "openai"),
        make: { context in
            try RemoteTranslation(
                id: context.id,
                settings: try settings(context),
                clock: context.clock,
                gate: context.gate
            )
        }
    )

    /// The options that only one dialect understands.
    private static let ofOneDialect: [String: RemoteTranslationDialect] = [
        "region": .microsoft, "model": .openai, "promptFile": .openai, "rich": .openai, "level": .openai,
        "languages": .openai, "stream": .openai, "tokensPerDay": .openai, "tokensPerMonth": .openai,
    ]

    private static func settings(_ context: ProviderContext) throws(ServiceError) -> RemoteTranslationSettings {
        let options = context.options
        let dialect: RemoteTranslationDialect = try context.dialect()
        try context.check(ofOneDialect, for: dialect)
        var settings = RemoteTranslationSettings(
            dialect: dialect,
            url: try options.string("url"),
            key: try options.secret("key"),
            region: try options.string("region"),
            model: try options.string("model")
        )
        settings.isRich = try options.boolean("rich") ?? false
        settings.level = try options.string("level").flatMap(LearnerLevel.init)
        settings.streams = try options.boolean("stream") ?? true
        settings.requestTime = try context.requestTime
        if let count = context.gate.limits.concurrentRequests { settings.concurrency = count }
        settings.prompt = try context.prompt("promptFile")
        for text in try options.strings("languages") ?? [] {
            guard let tag = LanguageTag(text) else {
                throw ServiceError(
                    .configuration,
                    "'languages' of provider '\(context.id)' holds '\(text.prefix(40))', which is no language tag",
                    provider: context.id,
                    remedy: "write tags such as en or pt-BR"
                )
            }
            settings.languages.append(tag)
        }
        return settings
    }
}
