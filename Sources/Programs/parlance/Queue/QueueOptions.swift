import ArgumentParsing

extension CommandTree {
    static let queue = Command(
        "queue",
        summary: "Show and send requests that wait for the network",
        discussion: [
            .paragraph(
                """
                With --queue, 'translate' and 'speak' keep texts here that a service on the network could not be asked for. \
                'queue run' sends them, and nothing is sent twice: what may have been sent when its answer was lost is \
                uncertain, and sent again only with --resend-uncertain.
                """
            ),
            .example("parlance translate -f words.txt --to es --provider deepl --queue"),
            .example("parlance queue list", "What waits, and why."),
            .example("parlance queue run", "Send it, and print the answers."),
        ],
        subcommands: [
            Command("list", summary: "List the requests and what became of them"),
            Command(
                "run",
                summary: "Send what waits and print the answers as they come",
                discussion: [
                    .paragraph(
                        """
                        A request goes to the provider that it was meant for, as it is configured now. Answers that no run \
                        has printed yet come first. What cannot be sent waits on, and the exit code is 75.
                        """
                    )
                ],
                options: [Options.queueLimit, Options.resendUncertain, Options.resendFailed] + Options.caching
            ),
            Command(
                "show",
                summary: "Show everything about a request, its answer too",
                positionals: [Options.queuedRequest]
            ),
            Command(
                "remove",
                summary: "Remove requests and answers",
                options: [Options.removeAll, Options.removeDone],
                positionals: [Options.queuedRequests]
            ),
            Command("export", summary: "Print the whole queue as JSON, a request a line"),
        ]
    )
}

extension Options {
    static let queue = Flag(
        "queue",
        summary: "Keep what cannot be sent without a network; 'parlance queue run' sends it"
    )
    static let noQueue = Flag("no-queue", summary: "Keep nothing, whatever the configuration says")
    static let queueLimit = Option(
        "limit",
        placeholder: "COUNT",
        in: 1...1_000_000,
        summary: "Send so many at the most"
    )
    static let resendUncertain = Flag(
        "resend-uncertain",
        summary: "Send again what may have been sent already; it may cost a second time"
    )
    static let resendFailed = Flag("resend-failed", summary: "Send again what the service has refused")
    static let removeAll = Flag("all", summary: "Remove everything")
    static let removeDone = Flag("done", summary: "Remove what has been answered")
    static let queuedRequest = Positional.required("ID", summary: "The request, as 'queue list' numbers it")
    static let queuedRequests = Positional.repeated("ID", summary: "Requests, as 'queue list' numbers them", minimum: 0)
}

extension ParsedArguments {
    /// Whether what cannot be sent is put into the queue: as the command line says, or else the configuration.
    func isQueueing(_ configured: Bool?) throws -> Bool {
        let isAsked = try self[Options.queue]
        let isRefused = try self[Options.noQueue]
        guard !isAsked || !isRefused else { throw usageError("'--queue' and '--no-queue' cannot be given together") }
        return isAsked || !isRefused && configured ?? false
    }
}
