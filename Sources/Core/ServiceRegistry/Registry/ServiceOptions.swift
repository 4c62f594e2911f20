public import LanguageServices

/// The options that services and providers of every kind have.
public enum ServiceOptions {
    /// The options of a service: what a request gets that leaves something open.
    public static func descriptions(of service: Service) -> [OptionDescription] {
        switch service {
        case .speech:
            [
                OptionDescription("accent", .languageTag, "The accent or language of texts that name none"),
                OptionDescription("rate", .number(SpeechRequest.rates), "Speed; 1 is normal"),
                OptionDescription("normalize", .boolean, "Whether 'parlance speak' makes all texts equally loud"),
                OptionDescription(
                    "queue",
                    .boolean,
                    "Whether 'parlance speak' keeps texts for files that cannot be sent without a network"
                ),
            ]
        case .translation:
            [
                OptionDescription("from", .languageTag, "The language of texts that name none"),
                OptionDescription(
                    "to",
                    .languageTags,
                    "The language to translate to; 'parlance translate' makes a table of several"
                ),
                OptionDescription(
                    "level",
                    .choice(LearnerLevel.allCases.map(\.rawValue)),
                    "How well the reader knows the language to translate to, for providers that make use of it"
                ),
                OptionDescription(
                    "queue",
                    .boolean,
                    "Whether 'parlance translate' keeps texts that cannot be sent without a network"
                ),
            ]
        case .sentences:
            [
                OptionDescription("language", .languageTag, "The language of words that name none"),
                OptionDescription(
                    "level",
                    .choice(LearnerLevel.allCases.map(\.rawValue)),
                    "The reader's level; no sentence is harder than that"
                ),
                OptionDescription("to", .languageTag, "The language into which sentences are to be translated"),
            ]
        case .feedback:
            [OptionDescription("strength", .number(0...1), "A factor for all intensities")]
        }
    }

    /// The options that every provider has, whatever its kind: the policies it is called under.
    public static let ofEveryProvider: [OptionDescription] =
        [
            OptionDescription(
                "deadlineSeconds",
                .number(0.01...3600),
                "How long a request may take; for speech, until the first audio"
            ),
            OptionDescription("attempts", .integer(1...10), "How often a request that fails in passing is made"),
            OptionDescription(
                "retryBaseSeconds",
                .number(0...3600),
                "How long to wait before the second attempt, twice as long before each further one; 0.5"
            ),
            OptionDescription(
                "longestWaitSeconds",
                .number(0...86_400),
                "How long to wait before an attempt at the most; what asks for a longer wait is not tried again; 30"
            ),
            OptionDescription(
                "repeatsUncertain",
                .boolean,
                "Whether a request is made again whose answer was lost, so that it may be charged twice"
            ),
            OptionDescription(
                "concurrentRequests",
                .integer(1...1000),
                "How many requests may be under way at once"
            ),
            OptionDescription("requestsPerMinute", .integer(1...60_000), "How many requests may start in a minute"),
            OptionDescription(
                "charactersPerMinute",
                .integer(1...1_000_000_000),
                "How many characters may be sent in a minute"
            ),
        ] + budgets + [
            OptionDescription(
                "restAfterFailures",
                .integer(1...1000),
                "After how many failures in a row the provider is given a rest of 30 seconds"
            ),
            OptionDescription(
                "price",
                .price,
                "What the provider charges for a million characters, for 'parlance deck --dry-run' to tell the cost"
            ),
        ]

    private static let budgets = [("requests", 1_000_000_000), ("characters", 1_000_000_000_000)].flatMap {
        unit,
        most in
        [("Day", "a day (UTC)"), ("Month", "a month")].map { length, period in
            OptionDescription("\(unit)Per\(length)", .integer(1...most), "How many \(unit) may be sent in \(period)")
        }
    }
}
