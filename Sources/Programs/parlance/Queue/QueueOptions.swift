import ArgumentParsing
import LanguageServices
import RemoteState
import ServiceConfiguration
import ServiceRegistry

extension CommandTree {
    static let queue = Command(
        "queue",
        summary: "Show and send requests that wait for the network",
        discussion: [
            """
            With --queue, 'translate' and 'speak' keep texts here that a service on the network could not be asked for. \
            'queue run' sends them, and nothing is sent twice: what may have been sent when its answer was lost is \
            uncertain, and sent again only with --resend-uncertain.
            """,
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
                    """
                    A request goes to the provider that it was meant for, as it is configured now. Answers that no run \
                    has printed yet come first. What cannot be sent waits on, and the exit code is 75.
                    """
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
    static let queue = Flag("queue").help("Keep what cannot be sent without a network; 'parlance queue run' sends it")
    static let noQueue = Flag("no-queue").help("Keep nothing, whatever the configuration says")
    static let queueLimit = Option("limit", "COUNT", in: 1...1_000_000).help("Send so many at the most")
    static let resendUncertain = Flag("resend-uncertain")
        .help("Send again what may have been sent already; it may cost a second time")
    static let resendFailed = Flag("resend-failed").help("Send again what the service has refused")
    static let removeAll = Flag("all").help("Remove everything")
    static let removeDone = Flag("done").help("Remove what has been answered")
    static let queuedRequest = Positional("ID").help("The request, as 'queue list' numbers it")
    static let queuedRequests = Positional("ID", .atLeast(0)).help("Requests, as 'queue list' numbers them")
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

extension Program {
    /// The user's queue.
    ///
    /// - Throws: `ServiceError.Code.unavailable` when there is no folder for it.
    func queueFile() throws -> QueueFile {
        guard let folder = data.queueFolder else {
            throw ServiceError(.unavailable, "there is no folder for a queue", remedy: "set HOME or XDG_DATA_HOME")
        }
        return QueueFile(folder: folder)
    }

    /// What puts requests into the user's queue, when the command line or the configuration wants it; else `nil`.
    ///
    /// - Parameter configured: What the configuration says of the service.
    /// - Throws: `ServiceError.Code.configuration` when `--queue` is given to somebody who wants nothing of it on the disk.
    func queue(
        _ configured: Bool?,
        _ service: Service,
        _ registry: ServiceRegistry,
        _ arguments: ParsedArguments
    ) throws -> OfflineQueue? {
        guard try arguments.isQueueing(configured) else { return nil }
        if try CacheSettings(configuration(arguments).registry.cache).isPrivate {
            let reason = "no text is put into the queue, where it would stand in clear: the cache is set to be private"
            guard try arguments[Options.queue] else {
                console.note(reason)
                return nil
            }
            throw ServiceError(
                .configuration,
                reason,
                remedy: "leave out '--queue', or \"private\" in the section 'cache' of the configuration"
            )
        }
        return OfflineQueue(try queueFile(), for: registry.providers(of: service).map(\.descriptor))
    }

    /// A provider whose requests are kept for later, when that is wanted.
    func queueing(
        _ provider: any TranslationProvider,
        _ registry: ServiceRegistry,
        _ arguments: ParsedArguments
    ) throws -> any TranslationProvider {
        let configured = provider.defaults.isQueueing
        guard let queue = try queue(configured, .translation, registry, arguments) else { return provider }
        return QueueingTranslation(provider, queue: queue)
    }
}

extension ServiceError {
    /// The error as people read it: of a request in the queue, what it is called there and how it gets away.
    var shown: String {
        guard let queuedAs else { return description }
        guard outcomeUnknown else {
            return "queued as \(queuedAs): \(message); send it later with 'parlance queue run'"
        }
        return "not sent, since it waits as \(queuedAs) and may have been sent already: \(message); "
            + "see 'parlance queue show \(queuedAs)'"
    }
}
