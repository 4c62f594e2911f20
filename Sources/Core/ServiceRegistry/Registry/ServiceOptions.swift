public import LanguageServices

/// The options of services, and the options common to all providers.
public enum ServiceOptions {
    /// The options of a service: defaults for its requests.
    public static func descriptions(of service: Service) -> [OptionDescription] {
        defaults(of: service) + [
            OptionDescription(
                "strict",
                .boolean,
                "Whether a request fails if a provider fails, instead of passing to the next one; default false"
            )
        ]
    }

    private static func defaults(of service: Service) -> [OptionDescription] {
        switch service {
        case .speech:
            [
                OptionDescription("accent", .languageTag, "The default accent or language of texts"),
                OptionDescription("rate", .number(SpeechRequest.rates), "The default speed; 1 is normal speed"),
                OptionDescription("normalize", .boolean, "Whether 'parlance speak' normalizes the loudness"),
                OptionDescription(
                    "queue",
                    .boolean,
                    "Whether 'parlance speak' queues requests for audio files while the network is down"
                ),
            ]
        case .translation:
            [
                OptionDescription("from", .languageTag, "The default language of texts"),
                OptionDescription(
                    "to",
                    .languageTags,
                    "The language to translate to; 'parlance translate' prints a table for several languages"
                ),
                OptionDescription(
                    "level",
                    .choice(LearnerLevel.allCases.map(\.rawValue)),
                    "The reader's level in the target language, for providers that use it"
                ),
                OptionDescription(
                    "queue",
                    .boolean,
                    "Whether 'parlance translate' queues texts while the network is down"
                ),
            ]
        case .sentences:
            [
                OptionDescription("language", .languageTag, "The default language of words"),
                OptionDescription(
                    "level",
                    .choice(LearnerLevel.allCases.map(\.rawValue)),
                    "The reader's level; no sentence is harder"
                ),
                OptionDescription("to", .languageTag, "The language to translate sentences to"),
            ]
        case .feedback:
            [OptionDescription("strength", .number(0...1), "A factor for all intensities")]
        }
    }

    /// The options common to all providers; they configure the policies.
    public static let ofEveryProvider: [OptionDescription] =
        [
            OptionDescription(
                "deadlineSeconds",
                .number(0.01...3600),
                "The deadline of a request in seconds; for speech, until the first audio"
            ),
            OptionDescription("attempts", .integer(1...10), "The maximum number of attempts after transient failures"),
            OptionDescription(
                "retryBaseSeconds",
                .number(0...3600),
                "The delay before the second attempt in seconds, doubled before each further attempt; default 0.5"
            ),
            OptionDescription(
                "retryMaxSeconds",
                .number(0...86_400),
                "The maximum delay before an attempt in seconds; a call requiring more fails immediately; default 30"
            ),
            OptionDescription(
                "retriesUncertain",
                .boolean,
                "Whether to retry requests whose response was lost; they may be billed twice"
            ),
            OptionDescription(
                "concurrentRequests",
                .integer(1...1000),
                "The maximum number of concurrent requests"
            ),
            OptionDescription("requestsPerMinute", .integer(1...60_000), "The maximum number of requests per minute"),
            OptionDescription(
                "charactersPerMinute",
                .integer(1...1_000_000_000),
                "The maximum number of characters per minute"
            ),
        ] + budgets + [
            OptionDescription(
                "cooldownAfterFailures",
                .integer(1...1000),
                "The number of consecutive failures after which the provider is paused for 30 seconds"
            ),
            OptionDescription(
                "price",
                .price,
                "The price per million characters, for the cost estimate of 'parlance deck --dry-run'"
            ),
        ]

    private static let budgets = [("requests", 1_000_000_000), ("characters", 1_000_000_000_000)].flatMap {
        unit,
        most in
        [("Day", "a day (UTC)"), ("Month", "a month")].map { length, period in
            OptionDescription("\(unit)Per\(length)", .integer(1...most), "The maximum number of \(unit) in \(period)")
        }
    }
}
