import ArgumentParsing
import LanguageServices

extension CommandTree {
    static let cache = Command(
        "cache",
        summary: "Show, export and clear the answers of services on a network that were kept",
        discussion: [
            .paragraph(
                """
                What a service on a network has answered is kept on this machine, so that nobody is asked twice, or pays \
                twice, for the same. The texts that were asked for are not kept, only what was answered. The section \
                'cache' of the configuration says how much is kept, and for how long.
                """
            ),
            .example("parlance cache stats", "How much there is, and of whom."),
            .example("parlance cache clear --older-than 90", "What was stored more than 90 days ago."),
            .example("parlance cache export --service translation", "What was translated, a line each."),
        ],
        subcommands: [
            Command("stats", summary: "Show how many answers there are, and how much room they take"),
            Command(
                "clear",
                summary: "Remove answers; without a condition, all of them",
                options: Options.cached
            ),
            Command(
                "export",
                summary: "Print answers as JSON lines; of speech, only what it is like",
                options: Options.cached
            ),
        ]
    )
}

extension Options {
    static let noCache = Flag("no-cache", summary: "Ask for everything, and keep no answers of services on a network")
    static let refresh = Flag("refresh", summary: "Ask for everything anew, and keep what is answered")

    /// The options of a command whose providers are asked through the cache.
    static let caching: [any OptionDeclaration] = [noCache, refresh]

    static let cachedService = Option(
        "service",
        placeholder: "NAME",
        choices: ["translation", "speech", "sentences"],
        summary: "Only of this service"
    )
    static let cachedProvider = Option("provider", placeholder: "ID", summary: "Only of this provider")
    static let olderThan = Option(
        "older-than",
        placeholder: "DAYS",
        in: 0...36_500,
        summary: "Only what was stored more than so many days ago"
    )

    /// Which answers are meant.
    static let cached: [any OptionDeclaration] = [cachedService, cachedProvider, olderThan]
}
